import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWithGo } from '../../../fixtures/processes/build-with-go.ts';
import { cacheFolder } from '../../../fixtures/processes/cache-folder.ts';
import { executableSuffix } from '../../../fixtures/processes/on-path.ts';

/** The release that `go.mod` pins. */
const toxiproxyVersion = '2.5.0';

const moduleFolder = dirname(fileURLToPath(import.meta.url));

/** There is neither Toxiproxy nor Go to build it. */
export class NoToxiproxy extends Error {
  override name = 'NoToxiproxy' as const;
}

const build = async (path: string): Promise<void> => {
  const reason = await buildWithGo({
    go: 'go',
    moduleFolder,
    program: 'github.com/Shopify/toxiproxy/v2/cmd/server',
    path,
  });
  if (reason !== undefined) {
    throw new NoToxiproxy(`Toxiproxy ${toxiproxyVersion} could not be built with Go: ${reason}`);
  }
};

/** The path of Toxiproxy, which is built if it is missing. Throws `NoToxiproxy`. */
export const provideToxiproxy = async (): Promise<string> => {
  const built = join(cacheFolder(), `toxiproxy-${toxiproxyVersion}${executableSuffix}`);
  if (!existsSync(built)) await build(built);
  return built;
};
