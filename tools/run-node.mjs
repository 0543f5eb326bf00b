import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const samePressMs = 500;

/**
 * Runs a script on a Node.js, with this process's input and output.
 * @param {string} node path of the Node.js executable
 * @param {string[]} scriptAndArguments
 * @param {string} cwd
 * @returns {Promise<number>} the script's exit code; 128 + number of the signal that ended it
 */
export function runNode(node, scriptAndArguments, cwd) {
  const ownGroup = process.platform !== 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...scriptAndArguments], {
      cwd,
      stdio: 'inherit',
      // a terminal signals the whole group, and npm signals again: in a separate group, the child gets one signal from here
      detached: ownGroup,
    });
    const passOn = ownGroup ? oncePerPress((signal) => child.kill(signal)) : () => {};
    for (const signal of signals) process.on(signal, passOn);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, passOn);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Signals that arrive together are one press of a key. A later one is another press, for example to break off a clean-up. */
function oncePerPress(send) {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (signal) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < samePressMs) return;
    lastMs = nowMs;
    send(signal);
  };
}
