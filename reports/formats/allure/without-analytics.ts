/** The tags that load Google's script, and the one after it that calls it; text between them ends with a tag's end. */
const analyticsScripts =
  /<script async src="https:\/\/www\.googletagmanager\.com\/[^"]*"><\/script>\s*<script>(?:(?!<\/script>)[\s\S])*\bgtag\((?:(?!<\/script>)[\s\S])*<\/script>/g;

const remains = /googletagmanager|google-analytics|\bgtag\(/;

/**
 * A page of Allure without the script that reports its readers to Google. Throws where the page has one in a form that is not
 * known, so that none gets through.
 */
export const withoutAnalytics = (page: string): string => {
  const clean = page.replace(analyticsScripts, '');
  if (remains.test(clean)) throw new Error('the page of Allure calls Google in a way that is not known to Selo');
  return clean;
};
