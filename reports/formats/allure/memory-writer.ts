import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk';
import { stringifyEnvInfo, type Writer } from 'allure-js-commons/sdk/reporter';

/** Keeps what the library would write, so that nothing is on disk before all of it is made. */
export interface MemoryWriter extends Writer {
  /** Texts by the names of their files. */
  files: Map<string, string>;
}

export const memoryWriter = (): MemoryWriter => {
  const files = new Map<string, string>();
  const keep = (name: string, content: object): void => {
    files.set(name, JSON.stringify(content));
  };
  return {
    files,
    writeResult: (result) => keep(`${result.uuid}-result.json`, result),
    writeGroup: (group) => keep(`${group.uuid}-container.json`, group),
    writeGlobals: (name, globals) => keep(name, globals),
    writeCategoriesDefinitions: (categories: Category[]) => keep('categories.json', categories),
    writeEnvironmentInfo(info: EnvironmentInfo) {
      files.set('environment.properties', stringifyEnvInfo(info));
    },
    writeAttachment(name, content) {
      files.set(name, content.toString('utf8'));
    },
    writeAttachmentFromPath() {
      throw new Error('nothing is attached from a file');
    },
  };
};
