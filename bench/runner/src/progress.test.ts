import { expect, test, vi } from 'vitest';
import { showProgress } from './progress.ts';

test('what others say does not steer the terminal', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  showProgress({ jobs: 1, mayChange: false }).note('with Chromium \u001b[2J\u009b1\r\n  [2/2] ok');
  expect(log).toHaveBeenCalledExactlyOnceWith('with Chromium  [2J 1   [2/2] ok');
});
