import AwesomePlugin, { type AwesomePluginOptions } from '@allurereport/plugin-awesome';

/** The tag that loads Google's script, and the next one, which calls it. */
const analyticsScripts =
  /<script async src="https:\/\/www\.googletagmanager\.com\/[^"]*"><\/script>\s*<script>(?:(?!<\/script>)[\s\S])*\bgtag\((?:(?!<\/script>)[\s\S])*<\/script>/g;

const remains = /googletagmanager|google-analytics|\bgtag\(/;

/** Removes the script that reports readers to Google. Throws if an unknown form of it remains. */
export const withoutAnalytics = (page: string): string => {
  const clean = page.replace(analyticsScripts, '');
  if (remains.test(clean)) throw new Error('the page of Allure calls Google in a way that is not known to Selo');
  return clean;
};

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
