import type { Access } from './access.ts';
import { openStage, type Stage, type StageOptions } from './open-stage.ts';

/** The headers of a correct call with a body. */
export const headersFor = ({ token, accessHeader, accessKey }: Access): Record<string, string> => ({
  authorization: `Bearer ${token.value}`,
  [accessHeader]: accessKey.value,
  'content-type': 'application/json',
});

/** Opens a stage on any free port, on a small time scale. */
export const openTestStage = (
  note: StageOptions['note'] = () => {},
  given: Pick<StageOptions, 'names' | 'hasSecond' | 'publicUrl'> = {},
): Promise<Stage> =>
  openStage({
    host: '127.0.0.1',
    port: 0,
    timeScale: 0.02,
    earlier: { calls: 0, attempts: 0, faults: 0 },
    note,
    ...given,
  });
