import { findTools } from '@holbench/harness/tools';
import { hasDisplay, openWindow } from '@holbench/harness/web/open-window';
import { LOCALHOST } from '@holbench/process/network-side';
import { LOG_FOLDER } from './take-screenshot.ts';

/** Opens a page in a window, where there is a display, and says its address. Ctrl-C ends it. */
export async function showPage(address: string, name = ''): Promise<never> {
  const opening = { tools: await findTools(), forceQuic: [], place: LOCALHOST };
  console.log(`${name}${address}`);
  await using _window = hasDisplay()
    ? await openWindow(address, { ...opening, logFolder: LOG_FOLDER })
    : null;
  const how = hasDisplay() ? '' : 'There is no display here: open the address in a browser. ';
  console.log(`${how}Ctrl-C ends it.`);
  return await new Promise<never>(() => {});
}
