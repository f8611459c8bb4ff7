/** Completion for PowerShell 5.1 and newer. */
import type { Shell } from './shell.ts'

export const powershell: Shell = {
  name: 'powershell',
  install:
    'if (!(Test-Path $PROFILE)) { New-Item -Force $PROFILE }; topo completion powershell | Add-Content $PROFILE',
  /** Writes an empty word as two quotes: PowerShell before 7.3 drops an empty argument. */
  script: String.raw`# Completion of topo for PowerShell.
Register-ArgumentCompleter -Native -CommandName topo -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
    ForEach-Object { $_.Extent.Text })
  $current = if ($wordToComplete -eq '') { '""' } else { $wordToComplete }
  $answers = @(topo __complete @typed $current 2>$null)
  $answers | Select-Object -Skip 1 | ForEach-Object {
    $word, $about = $_ -split '\t', 2
    if (!$about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
  }
}
`,
}
