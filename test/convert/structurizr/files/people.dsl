clerk = person "Clerk" "Answers members." "Staff"
backOffice = person "Back Office" "Administers accounts." "Staff"
