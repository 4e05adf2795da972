import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanFile } from './clean-file.ts';
import { readTags } from './read-tags.ts';

const CASES = resolve(import.meta.dirname, '../../../../../tests/cases/sound');
const mp3 = readFileSync(join(CASES, 'mp3_without_xing.mp3'));
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u32 = (value: number): Buffer => Buffer.from([value, value >> 8, value >> 16, value >> 24]);

function wav(tag: number, data: Buffer): Buffer {
  const format = Buffer.from([tag & 0xff, tag >> 8, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]);
  const body = Buffer.concat([ascii('WAVEfmt '), u32(16), format, ascii('data'), u32(data.length), data]);
  return Buffer.concat([ascii('RIFF'), u32(body.length), body]);
}
const pcm = wav(1, Buffer.alloc(800, 1));
const refusal = (file: Buffer): string => {
  try {
    return cleanFile(file).format;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

it.each([
  ['riff.\u0091\u00cf\u0011', 'Wave64'],
  ['RIFX\0\0\0\0WAVE', 'RIFX'],
  ['#!AMR\n', 'AMR'],
  ['caff\0\u0001', 'CAF'],
  ['wvpk\0\0\0\0', 'WavPack'],
  ['MThd\0\0\0\u0006', 'MIDI'],
  ['\0\0\0\u0018ftyp3gp4', '3GP'],
  ['\0\0\0\u0018ftypisom', 'MP4'],
  ['OggS' + '\0'.repeat(22) + '\u0001\u0050Speex   ', 'Speex'],
  ['%PDF-1.4', 'PDF document and no sound'],
  ['PK\u0003\u0004', 'ZIP archive and no sound'],
  ['#EXTM3U\nhttp://example.org/', 'playlist'],
  ['<?xml version="1.0"?><html>', 'a web page'],
  ['{"error":"not found"}', 'JSON'],
  ['ID3\u0003\0\0\0\0\0\0\u00ff\u00f1\u0050\u0080', 'AAC'],
])('names a file that begins with %j', (head, name) => {
  expect(refusal(ascii(head))).toContain(name);
  expect(refusal(ascii(head))).toContain('Please');
});

it.each([
  [0x02, 'Microsoft ADPCM'],
  [0x45, 'G.726'],
  [0x1_61, 'WMA'],
  [0x12_34, 'a codec with the number 4660'],
])('names the codec %i of a WAV file', (tag, name) => {
  expect(refusal(wav(tag, Buffer.alloc(100)))).toContain(`a WAV file with ${name}`);
});

describe('a file', () => {
  it('that is in order is left as it is', () => {
    for (const file of [mp3, pcm, Buffer.concat([pcm, ascii('LIST'), u32(4), ascii('INFO')])])
      expect(cleanFile(file).bytes).toBe(file);
  });

  it('of WAV that contains MP3 becomes that', () => {
    const { format, bytes } = cleanFile(wav(0x55, mp3));
    expect([format, bytes.equals(mp3)]).toEqual(['mp3', true]);
  });

  it('of WAV that is cut off is incomplete, and two in one are two', () => {
    expect(refusal(pcm.subarray(0, 500))).toContain('incomplete');
    expect(refusal(Buffer.concat([pcm, pcm]))).toContain('two recordings in one file');
    expect(refusal(wav(1, Buffer.alloc(0)))).toContain('no sound');
  });

  it('of MP3 loses what is before, between and behind its sound', () => {
    const ape = Buffer.concat([ascii('APETAGEX'), u32(2_000), u32(32), u32(0), u32(0), Buffer.alloc(8)]);
    const noise = [ascii('junk'), mp3, ape, mp3, ascii('<html>the end</html>')];
    expect(cleanFile(Buffer.concat(noise)).bytes.equals(Buffer.concat([mp3, mp3]))).toBe(true);
  });

  it('of MP3 whose middle is missing is damaged', () => {
    const hole = Buffer.concat([mp3.subarray(0, 2_000), Buffer.alloc(500, 7), mp3.subarray(2_500)]);
    expect(refusal(hole)).toBe('The file is damaged');
  });

  it('is read in time that grows with its length only', () => {
    const pieces = [
      'TAG',
      'ID3',
      'LYRICSBEGIN',
      'APETAGEX',
      '\u00ff\u00fb\u0050\u00c4',
      '\0',
      'OggS',
      'fLaC',
      '\u00ff',
    ];
    for (const piece of pieces) {
      for (const head of ['', 'RIFF\0\0\0\0WAVE', 'fLaC\0\0\0\u0022', 'ID3\u0003\0\0\0\0\0\0']) {
        const file = ascii(head + piece.repeat(Math.ceil(1_000_000 / piece.length)));
        const before = performance.now();
        refusal(file);
        expect(performance.now() - before, `${head} ${piece}`).toBeLessThan(2_000);
      }
    }
  });
});

describe('tags that are Latin-1 by the standard', () => {
  const id3 = (title: Buffer): Buffer => {
    const body = Buffer.concat([ascii('TIT2'), Buffer.from([0, 0, 0, title.length + 1, 0, 0, 0]), title]);
    return Buffer.concat([ascii('ID3'), Buffer.from([3, 0, 0, 0, 0, 0, body.length]), body, mp3]);
  };
  const KOI8 = Buffer.from([0xfa, 0xd7, 0xcf, 0xce, 0xcf, 0xcb]);
  const DOS = Buffer.from([0x87, 0xa2, 0xae, 0xad, 0xae, 0xaa]);
  it.each([
    ['UTF-8', Buffer.from('Für Élise'), 'Für Élise'],
    ['KOI8-R', KOI8, 'Звонок'],
    ['code page 866', DOS, 'Звонок'],
    ['Windows-1251', Buffer.from([0xc7, 0xe2, 0xee, 0xed, 0xee, 0xea, 0x20, 0x31]), 'Звонок 1'],
    ['Latin-1', ascii('Garçon à la fenêtre'), 'Garçon à la fenêtre'],
    ['Latin-1', ascii('École'), 'École'],
  ])('are read in %s', async (_encoding, bytes, title) => {
    expect((await readTags(id3(bytes))).title).toBe(title);
  });

  it('are left out where they are damaged', async () => {
    expect(await readTags(Buffer.from('RIFF\0\0\0\0WAVELIST\u0011\0\0\0INFOINAM'))).toEqual({
      title: null,
      artist: null,
    });
  });
});
