import AwesomePlugin, { type AwesomePluginOptions } from '@allurereport/plugin-awesome';
import { withoutAnalytics } from './without-analytics.ts';

type Context = Parameters<AwesomePlugin['done']>[0];

const quiet = (context: Context): Context => ({
  ...context,
  reportFiles: {
    addFile: (path, data) =>
      context.reportFiles.addFile(path, path.endsWith('.html') ? Buffer.from(withoutAnalytics(data.toString())) : data),
  },
});

/** The plugin that makes the page of Allure, without the script that reports readers to Google. */
export default class QuietAwesomePlugin extends AwesomePlugin {
  constructor(options: AwesomePluginOptions) {
    super(options);
    const { done } = this;
    this.done = (context, store) => done(quiet(context), store);
  }
}
