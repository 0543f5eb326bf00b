/** The reports of a run that are a file each, as the command line names them. */
export const fileFormats = [
  'html',
  'junit',
  'ctrf',
  'har',
  'markdown',
  'summary',
  'annotations',
  'json-schema',
] as const;
export type FileFormat = (typeof fileFormats)[number];

/** The reports of a run that are a folder each. */
export const folderFormats = ['allure', 'allure-report'] as const;
export type FolderFormatName = (typeof folderFormats)[number];
