import { Argument, Command } from 'commander';
import type { LoadedCommands } from './completion/completion-script.ts';
import { helpNotes } from './help-notes.ts';

export const completionCommand = (commands: LoadedCommands): Command =>
  new Command('completion')
    .description('print a completion script for commands, options and rule ids')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish', 'powershell']))
    .addHelpText(
      'after',
      helpNotes({
        examples: {
          'selo completion bash >> ~/.bashrc': 'Complete in Bash from the next shell on:',
          'selo completion zsh >> ~/.zshrc': 'In zsh, after compinit:',
          'selo completion fish > ~/.config/fish/completions/selo.fish': 'In fish:',
          'selo completion powershell >> $PROFILE': 'In PowerShell:',
        },
        exitCodes: { 0: 'printed', 2: 'wrong usage' },
      }),
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish' | 'powershell') => {
      const { completionScript } = await import('./completion/completion-script.ts');
      process.stdout.write(await completionScript(shell, commands));
    });
