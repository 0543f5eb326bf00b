import { z } from 'zod';
import { profileSchema } from '../../fixtures/profile/schema.ts';

/** The JSON schema of profiles, by which editors complete and check the keys of one in JSON. */
export const profileJsonSchema = (): object => {
  const { $schema, properties, ...rest } = z.toJSONSchema(profileSchema, { io: 'input' });
  return {
    ...{ $schema, title: 'Profile of Selo' },
    ...rest,
    properties: { $schema: { type: 'string', description: 'where this schema is, for editors' }, ...properties },
  };
};
