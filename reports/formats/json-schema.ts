import { z } from 'zod';
import { resultSchema, resultVersion } from '../../core/result.ts';

/** The JSON Schema of a result (draft 2020-12), for programs that read results. */
export const resultJsonSchema = (): string => {
  const { $schema, ...rest } = z.toJSONSchema(resultSchema);
  const described = {
    $schema,
    $id: `urn:selo:result:${resultVersion}`,
    title: `Result of a Selo run, version ${resultVersion}`,
    description:
      'Everything that the reports of a run are made of. A change that a reader would notice gets a new version.',
    ...rest,
  };
  return `${JSON.stringify(described, null, 2)}\n`;
};
