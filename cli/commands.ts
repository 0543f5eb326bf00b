import type { Command } from 'commander';

/** All commands. Each file is imported only when its command runs. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run.ts')).runCommand(),
  load: async () => (await import('./load.ts')).loadCommand(),
  merge: async () => (await import('./merge.ts')).mergeCommand(),
  certify: async () => (await import('./certify.ts')).certifyCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  keys: async () => (await import('./keys.ts')).keysCommand(),
  diff: async () => (await import('./diff.ts')).diffCommand(),
  history: async () => (await import('./history.ts')).historyCommand(),
  replay: async () => (await import('./replay.ts')).replayCommand(),
  report: async () => (await import('./report.ts')).reportCommand(),
  show: async () => (await import('./show.ts')).showCommand(),
  clean: async () => (await import('./clean.ts')).cleanCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  init: async () => (await import('./init.ts')).initCommand(),
  platform: async () => (await import('./platform.ts')).platformCommand(),
  capture: async () => (await import('./capture.ts')).captureCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
  explain: async () => (await import('./explain.ts')).explainCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(commands),
};
