// Makes the sound files of this folder, which are committed. Needs ffmpeg (libmp3lame, libvorbis, libopus) and sox.
// node build.mjs [FOLDER = .]   Nothing is fetched; every tone is made here.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? import.meta.dirname);
mkdirSync(folder, { recursive: true });
const at = (name) => join(folder, name);
const read = (name) => readFileSync(at(name));
const write = (name, ...parts) => writeFileSync(at(name), Buffer.concat(parts.map((p) => Buffer.from(p))));
const sox = (...args) => execFileSync('sox', ['-D', ...args], { cwd: folder, stdio: 'ignore' });
const ffmpeg = (...args) =>
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { cwd: folder });
const be32 = (n) => {
  const b = Buffer.alloc(4);
  b.writeUInt32BE(n >>> 0);
  return b;
};
const le32 = (n) => {
  const b = Buffer.alloc(4);
  b.writeUInt32LE(n >>> 0);
  return b;
};
const le16 = (n) => {
  const b = Buffer.alloc(2);
  b.writeUInt16LE(n);
  return b;
};
const join2 = (...parts) => Buffer.concat(parts.map((p) => Buffer.from(p)));

// Two tones of half a second: 440 Hz and 880 Hz.
for (const [name, pitch] of [
  ['low', '440'],
  ['high', '880'],
]) {
  sox('-n', '-r', '22050', '-c', '1', '-b', '16', `${name}.wav`, 'synth', '0.5', 'sine', pitch, 'vol', '0.3');
  ffmpeg(
    '-i',
    `${name}.wav`,
    '-map_metadata',
    '-1',
    '-ar',
    '44100',
    '-c:a',
    'libmp3lame',
    '-q:a',
    '6',
    '-id3v2_version',
    '0',
    `${name}.mp3`,
  );
}
const mp3 = read('low.mp3');

/** An ID3v2.3 tag. Text frames are [id, encoding byte, bytes]. */
function id3(...frames) {
  const body = join2(...frames.flatMap(([id, encoding, text]) => [id, be32(text.length + 1), [0, 0, encoding], text]));
  const n = body.length;
  return join2('ID3', [3, 0, 0, (n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127], body);
}
const ascii = (text) => Buffer.from(text, 'latin1');
/** Bytes of Windows-1251 and Windows-1252, as far as the texts here need them. */
const cp1251 = (text) =>
  Buffer.from(
    [...text].map((c) => {
      const n = c.codePointAt(0);
      if (n < 0x80) return n;
      if (n >= 0x410 && n <= 0x44f) return n - 0x350;
      return { ё: 0xb8, Ё: 0xa8, '№': 0xb9, '—': 0x97 }[c];
    }),
  );
const tag = id3(['TIT2', 0, ascii('School bell')]);

// --- MP3
const info = Math.max(mp3.indexOf('Xing'), mp3.indexOf('Info'));
const counted = Buffer.from(mp3);
counted.writeUInt32BE(mp3.readUInt32BE(info + 8) + 1, info + 8);
write('mp3_count_plus_one.mp3', counted); // the frame count also counts the header's own frame
write('mp3_two_tags.mp3', tag, tag, mp3);
write('mp3_padding_after_tag.mp3', tag, Buffer.alloc(393), mp3);
write('mp3_from_mid_frame.mp3', mp3.subarray(600)); // as the recording of a stream begins
write('mp3_joined.mp3', tag, mp3, tag, read('high.mp3')); // 3 s at 440 Hz, then 3 s at 880 Hz
ffmpeg(
  '-i',
  'high.wav',
  '-ar',
  '22050',
  '-ac',
  '1',
  '-map_metadata',
  '-1',
  '-c:a',
  'libmp3lame',
  '-b:a',
  '32k',
  '-id3v2_version',
  '0',
  'high22.mp3',
);
write('mp3_joined_two_rates.mp3', mp3, ascii('TAG'), Buffer.alloc(125), read('high22.mp3')); // ID3v1 between, 44.1 and 22.05 kHz
write('mp3_cp1251_tag.mp3', id3(['TIT2', 0, cp1251('Группа крови')], ['TPE1', 0, cp1251('Кино')]), mp3);
write('mp3_latin1_tag.mp3', id3(['TIT2', 0, ascii('Für Élise')], ['TPE1', 0, ascii('Björk')]), mp3); // stays as it is
write('mp3_garbage_at_end.mp3', mp3, Buffer.alloc(1024, 0)); // zero bytes after the last frame
const lyrics = ascii('LYRICSBEGININD0000200LYR00005hello000045LYRICS200');
write('mp3_lyrics_and_id3v1.mp3', mp3, lyrics, ascii('TAG'), Buffer.alloc(125));
ffmpeg(
  '-i',
  'low.wav',
  '-c:a',
  'libmp3lame',
  '-ar',
  '44100',
  '-b:a',
  '64k',
  '-write_xing',
  '0',
  '-map_metadata',
  '-1',
  '-id3v2_version',
  '0',
  'mp3_without_xing.mp3',
);
write('mp3_cut_in_last_frame.mp3', read('mp3_without_xing.mp3').subarray(0, -100)); // a last frame that is not whole

// --- FLAC
sox('low.wav', 'low.flac');
write('flac_id3_in_front.flac', tag, read('low.flac'));
write('flac_id3v1_at_end.flac', read('low.flac'), ascii('TAG'), Buffer.alloc(125));

// --- WAV
const pcm = read('low.wav').subarray(read('low.wav').indexOf('data') + 8);
/** A WAV file of 16 bits. `stated`: the length that the header says in place of the true one. */
function wav(extra = Buffer.alloc(0), { stated, riff, data = pcm } = {}) {
  const format = join2('fmt ', le32(16), le16(1), le16(1), le32(22050), le32(44100), le16(2), le16(16));
  const body = join2('WAVE', format, extra, 'data', le32(stated ?? data.length), data);
  return join2('RIFF', le32(riff ?? body.length), body);
}
write('wav_length_0.wav', wav(undefined, { stated: 0 }));
write('wav_lengths_0.wav', wav(undefined, { stated: 0, riff: 0 }));
write('wav_length_7fffffff.wav', wav(undefined, { stated: 0x7fffffff }));
write('wav_length_44_too_long.wav', wav(undefined, { stated: pcm.length + 44 }));
write('wav_odd_chunk_without_pad.wav', wav(join2('JUNK', le32(5), '12345')));
write('wav_odd_info_entry.wav', wav(join2('LIST', le32(17), 'INFO', 'INAM', le32(5), 'Bell\0')));
sox('low.wav', '-r', '8000', '-c', '1', '-e', 'u-law', 'wav_ulaw.wav');
sox('low.wav', '-r', '8000', '-c', '1', '-e', 'a-law', 'wav_alaw.wav');
sox('low.wav', '-r', '8000', '-c', '1', '-e', 'gsm-full-rate', 'wav_gsm.wav');
ffmpeg('-i', 'low.wav', '-ar', '8000', '-ac', '1', '-c:a', 'adpcm_ima_wav', 'wav_ima_adpcm.wav');
sox('low.wav', '-r', '8000', '-c', '1', '-e', 'u-law', '-t', 'au', 'ulaw.au');
ffmpeg('-i', 'low.wav', '-ar', '8000', '-rf64', 'always', 'wav_rf64.wav');

// --- Formats that the rules do not take
ffmpeg('-i', 'low.wav', '-c:a', 'aac', '-f', 'adts', 'adts.aac');
ffmpeg('-i', 'low.wav', '-c:a', 'aac', 'voice_memo.m4a');
ffmpeg('-i', 'low.wav', '-c:a', 'mp2', '-f', 'mp2', 'layer2.mp3');
ffmpeg('-i', 'low.wav', '-c:a', 'flac', '-f', 'ogg', 'flac_in_ogg.oga');
ffmpeg('-i', 'low.wav', '-ar', '8000', 'low.aiff');
write('empty.mp3', '');
write('page_of_an_error.mp3', '<!DOCTYPE html><html><title>404 Not Found</title><body>Not Found</body></html>\n');
