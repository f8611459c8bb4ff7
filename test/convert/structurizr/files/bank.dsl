/*
 * A credit union, in the shape of the usual example of a bank.
 */
!const ORGANISATION "Harbour Credit Union"

workspace "${ORGANISATION}" "Online banking of a small credit union." {

    !docs documentation

    model {
        properties {
            "structurizr.groupSeparator" "/"
        }

        member = person "Member" "Has accounts at the credit union."

        group "${ORGANISATION}" {
            !include people.dsl

            ledger = softwareSystem "Core Ledger" "Keeps accounts and transactions." "Existing"
            mail = softwareSystem "Mail System" "Sends mails of the credit union." "Existing"
            atm = softwareSystem "Cash Machine" "Gives cash to members." "Existing"

            online = softwareSystem "Online Banking" "Shows accounts and makes payments." {
                spa = container "Single-Page App" "Online banking in the browser." "TypeScript" "Web Browser"
                app = container "Mobile App" "A part of online banking on the phone." "Kotlin" "Mobile App"
                web = container "Web Server" "Delivers the single-page app." "Java"
                api = container "API" "Online banking as JSON over HTTPS." "Java" {
                    signIn = component "Sign-in Controller" "Lets members sign in." "Spring MVC"
                    summary = component "Summary Controller" "Summarises accounts." "Spring MVC"
                    reset = component "Reset Controller" "Resets passwords." "Spring MVC"
                    security = component "Security" "Checks and changes passwords." "Spring Bean"
                    facade = component "Ledger Facade" "Speaks to the ledger." "Spring Bean"
                    mailer = component "Mailer" "Sends mails." "Spring Bean" {
                        -> mail "Sends mail using"
                    }
                }
                database = container "Database" "Keeps registrations and hashed passwords." "PostgreSQL" "Database"
            }
        }

        # between people and systems
        member -> online "Looks at accounts using"
        online -> ledger "Reads accounts from"
        online -> mail "Sends mail using"
        mail -> member "Sends mails to"
        member -> clerk "Asks" "Telephone"
        clerk -> ledger "Uses"
        backOffice -> ledger "Uses"
        member -> atm "Takes cash from"
        atm -> ledger "Uses"

        // to containers
        member -> web "Visits the site of" "HTTPS"
        member -> spa "Looks at accounts using"
        member -> app "Looks at accounts using"
        web -> spa "Delivers to the browser"

        // to components
        spa -> signIn "Calls" "JSON/HTTPS"
        spa -> summary "Calls" "JSON/HTTPS"
        spa -> reset "Calls" "JSON/HTTPS"
        app -> signIn "Calls" "JSON/HTTPS"
        app -> summary "Calls" "JSON/HTTPS"
        app -> reset "Calls" "JSON/HTTPS"
        signIn -> security "Uses"
        summary -> facade "Uses"
        reset -> security "Uses"
        reset -> mailer "Uses"
        security -> database "Reads from and writes to" "SQL/TCP"
        facade -> ledger "Calls" "XML/HTTPS"

        deploymentEnvironment "Development" {
            deploymentNode "Laptop" "" "Linux or macOS" {
                deploymentNode "Browser" "" "Firefox" {
                    containerInstance spa
                }
                deploymentNode "Docker" "" "Docker" {
                    containerInstance web
                    containerInstance api
                    containerInstance database
                }
            }
        }

        live = deploymentEnvironment "Live" {
            deploymentNode "Phone of a member" "" "iOS or Android" {
                containerInstance app
            }
            deploymentNode "Computer of a member" "" "Windows or macOS" {
                deploymentNode "Browser" "" "Firefox" {
                    containerInstance spa
                }
            }
            deploymentNode "Data center" {
                balancer = infrastructureNode "Load balancer" "" "HAProxy"
                deploymentNode "web***" "" "Ubuntu" "" 4 {
                    liveWeb = containerInstance web
                }
                deploymentNode "api***" "" "Ubuntu" "" 8 {
                    liveApi = containerInstance api
                }
                primary = deploymentNode "db01" "" "Ubuntu" {
                    liveDatabase = containerInstance database
                }
                standby = deploymentNode "db02" "" "Ubuntu" "Failover" {
                    containerInstance database "" "Failover"
                }
            }
            balancer -> liveWeb "Forwards to" "HTTPS"
            primary -> standby "Replicates to"
        }
    }

    views {
        systemLandscape "Landscape" {
            include *
            autoLayout lr
        }
        systemContext online "Context" "Who uses online banking." {
            include *
            animation {
                online
                member
            }
        }
        container online "Containers" {
            include *
        }
        component api "Components" {
            include *
        }
        dynamic api "SignIn" "How a member signs in." {
            title "A member signs in"
            spa -> signIn "Sends the password to"
            signIn -> security "Checks it with"
            security -> database "Reads the hash from"
            database -> security "Returns the hash to"
        }
        deployment online "Development" "DevelopmentDeployment" {
            include *
        }
        deployment online live "LiveDeployment" {
            include *
        }
        filtered "Context" exclude "Existing" "WithoutExisting"

        styles {
            element "Person" {
                shape Person
                background #224466
            }
            element "Web Browser" {
                shape WebBrowser
            }
            element "Mobile App" {
                shape MobileDevicePortrait
            }
            element "Database" {
                shape Cylinder
            }
        }
    }
}
