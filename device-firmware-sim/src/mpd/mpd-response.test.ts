import { describe, expect, it } from 'vitest';
import {
  createResponseParser,
  formatCommand,
  formatList,
  MpdError,
  MpdProtocolError,
  type MpdAnswer,
} from './mpd-response.ts';

function parserWithAnswers() {
  const answers: (MpdAnswer | MpdError)[] = [];
  const parser = createResponseParser((answer) => void answers.push(answer));
  return { answers, parser };
}

describe('the parser of MPD responses', () => {
  it('reads the greeting, values and refusals, however the bytes are divided', () => {
    const { answers, parser } = parserWithAnswers();
    const text =
      'OK MPD 0.23.5\nvolume: 60\nerror: Datei: ö\nfile: a\nfile: b\nOK\nACK [50@1] {addid} No such song\nstate: stop\nOK\n';
    for (const byte of Buffer.from(text)) parser.feed(Buffer.of(byte));
    expect(answers).toEqual([
      new Map(),
      new Map([
        ['volume', ['60']],
        ['error', ['Datei: ö']],
        ['file', ['a', 'b']],
      ]),
      new MpdError(50, 'addid: No such song'),
      new Map([['state', ['stop']]]),
    ]);
    expect(answers[2]).toMatchObject({ code: 50 });
  });

  it.each([
    ['a line that is no pair', 'HTTP/1.1 200 OK\n'],
    ['a line without an end', 'x'.repeat(70_000)],
    ['an answer without an end', 'a: b\n'.repeat(10_001)],
  ])('refuses %s', (_what, text) => {
    expect(() => parserWithAnswers().parser.feed(Buffer.from(text))).toThrow(MpdProtocolError);
  });
});

describe('a command', () => {
  it('quotes its arguments', () => {
    expect(formatCommand('addid', String.raw`file:///a "b"\c`, 3)).toBe(String.raw`addid "file:///a \"b\"\\c" "3"`);
  });

  it('cannot smuggle in another one', () => {
    expect(() => formatCommand('addid', 'a\nkill')).toThrow(RangeError);
  });

  it('is put into a list with others', () => {
    expect(formatList(['clear', 'play'])).toBe('command_list_begin\nclear\nplay\ncommand_list_end');
  });
});
