import { sectionTitles } from '../listed-rules.ts';

/** The title of a section; its name, when this version does not know it. */
export const titleOf = (section: string): string => sectionTitles.get(section) ?? section;
