import { expect, test } from 'vitest';
import { withoutAnalytics } from './quiet-awesome.ts';

const own = '<script>\n  window.allure = {};\n</script>';
const google = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
    <script>
        window.dataLayer = window.dataLayer || [];
        function gtag(){dataLayer.push(arguments);}
        gtag('js', new Date());
    </script>`;

test('the scripts that call Google go, and all others stay', () => {
  expect(withoutAnalytics(`<body>${own}${google}${own}</body>`)).toBe(`<body>${own}${own}</body>`);
  expect(withoutAnalytics(`<body>${own}</body>`)).toBe(`<body>${own}</body>`);
});

test.each([
  '<script src="https://www.googletagmanager.com/gtm.js"></script>',
  "<script>gtag('js', new Date());</script>",
  '<script src="https://www.google-analytics.com/analytics.js"></script>',
])('a page that calls Google in another way is refused: %s', (page) => {
  expect(() => withoutAnalytics(page)).toThrow('in a way that is not known');
});
