const HEADER_BYTES = 4;
const ID3_HEADER_BYTES = 10;
const SYNC = 0xff_e0;
const LAYER_3 = 1;
/** Layer III: kbit/s by index, for MPEG 1 and for MPEG 2 and 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Samples a second by version bits (0: 2.5, 2: 2, 3: 1) and index. */
const RATES: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};
const MPEG_1 = 3;

type Frame = { length: number; seconds: number };

/**
 * The duration of an MP3 file in milliseconds, by counting its frames: exact, also without a header that states it. A first
 * frame with encoder data instead of sound does not count. Throws an Error for a file without frames.
 */
export function mp3DurationMs(file: Buffer): number {
  let seconds = 0;
  let at = soundStart(file);
  for (let frame = frameAt(file, at); frame; frame = frameAt(file, at)) {
    if (!isEncoderData(file.subarray(at, at + frame.length))) seconds += frame.seconds;
    at += frame.length;
  }
  if (seconds === 0) throw new Error('not an MP3 file');
  return Math.round(seconds * 1_000);
}

/** Behind the ID3 tag, if there is one; its size has seven bits a byte. */
function soundStart(file: Buffer): number {
  if (file.length < ID3_HEADER_BYTES || file.toString('latin1', 0, 3) !== 'ID3') return 0;
  return ID3_HEADER_BYTES + [6, 7, 8, 9].reduce((size, index) => size * 128 + ((file[index] ?? 0) & 127), 0);
}

function frameAt(file: Buffer, at: number): Frame | null {
  if (at + HEADER_BYTES > file.length) return null;
  const header = file.readUInt32BE(at);
  if (header >>> 16 < SYNC || ((header >>> 17) & 3) !== LAYER_3) return null;
  const version = (header >>> 19) & 3;
  const isFirst = version === MPEG_1;
  const bitrate = (isFirst ? BITRATES_1 : BITRATES_2)[(header >>> 12) & 15] ?? 0;
  const rate = RATES[version]?.[(header >>> 10) & 3] ?? 0;
  if (bitrate === 0 || rate === 0) return null;
  const samples = isFirst ? 1_152 : 576;
  const length = Math.floor((samples / 8) * ((bitrate * 1_000) / rate)) + ((header >>> 9) & 1);
  return { length, seconds: samples / rate };
}

const isEncoderData = (frame: Buffer): boolean => {
  const head = frame.toString('latin1', 0, 64);
  return head.includes('Xing') || head.includes('Info');
};
