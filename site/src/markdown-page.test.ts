import { expect, test } from 'vitest';
import { targetOf } from '@holbench/reports/docs/links';
import { markdownPage } from './markdown-page.ts';
import { linkTo, pageOf } from './project-files.ts';

test('links lead to the pages that documents became', () => {
  expect(targetOf('docs/findings/a.md', '../networks.md#a-trace')).toEqual({
    path: 'docs/networks.md',
    anchor: 'a-trace',
  });
  expect(targetOf('docs/a.md', 'https://example.org/b.md')).toBeNull();
  expect(targetOf('docs/a.md', '#here')).toEqual({ path: 'docs/a.md', anchor: 'here' });
  expect(pageOf('README.md')).toBe('README.html');
  expect(pageOf('docs/findings/README.md')).toBe('docs/findings/index.html');
  expect(pageOf('site/front.md')).toBe('index.html');
  expect(linkTo('docs/findings/a.html', 'index.html')).toBe('../../index.html');
});

test('a link that leads nowhere is text, and markup of a run is text, too', () => {
  const markdown = '# A `run`\n\n[code](a.ts) <img src=x onerror=alert(1)> <!--name-->5 s<!--/-->';
  const page = markdownPage({ markdown, places: [], hrefOf: () => null });
  expect(page).toContain('<title>A run – holbench</title>');
  expect(page).toContain('<p>code &#60;img src=x onerror=alert(1)&#62; 5 s</p>');
});
