import { SettingsError, settingsFrom } from './settings.ts';
import { startShop } from './start-shop.ts';

const note = (text: string): void => void process.stderr.write(`${text}\n`);
// the shop continues if its parent process has closed the output
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const shop = await startShop(settingsFrom(process.env), note);
  const stop = () => void shop[Symbol.asyncDispose]();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(`The shop listens at ${shop.url}\n`);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  note(error.message);
  process.exitCode = 2;
}
