import { NOTHING_TO_ANSWER } from '../model/answer.ts';
import type { Report } from '../model/report.ts';
import { plainText } from '../model/sentence.ts';
import { escape } from './markdown-text.ts';
import { tableLines } from './table-markdown.ts';

/** What the report says of the lab's question, a sentence for each network. */
export function answerLines({ answers, answerTable }: Report): string[] {
  if (answers.length === 0) return [escape(NOTHING_TO_ANSWER), ''];
  return [
    ...answers.map(
      ({ network, link, scenario, sentence }) =>
        `- **${escape(network)}** (${link}), ${scenario}: ${escape(plainText(sentence))}`,
    ),
    '',
    ...(answerTable === null ? [] : tableLines(answerTable, 2)),
  ];
}
