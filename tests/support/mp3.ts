const HEADER_BYTES = 4;
const SYNC = 0xff_e0;
/** Layer III: kbit/s by index, for MPEG 1 and for MPEG 2 and 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Samples a second by version bits (0: 2.5, 2: 2, 3: 1) and index. */
const RATES: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};
const MONO = 3;

export type Mp3 = { seconds: number; frames: number; mono: boolean; bitrate: number };

/** Parses all frames of an MP3 file, independently of the library under test. @throws when the file is invalid. */
export function readMp3(file: Uint8Array): Mp3 {
  const bytes = Buffer.from(file);
  const mp3: Mp3 = { seconds: 0, frames: 0, mono: true, bitrate: 0 };
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const header = bytes.readUInt32BE(at);
    if (header >>> 16 < SYNC || ((header >>> 17) & 3) !== 1) throw new Error(`no frame of layer III at byte ${at}`);
    const version = (header >>> 19) & 3;
    const first = version === 3;
    const bitrate = (first ? BITRATES_1 : BITRATES_2)[(header >>> 12) & 15] ?? 0;
    const rate = RATES[version]?.[(header >>> 10) & 3] ?? 0;
    if (bitrate === 0 || rate === 0) throw new Error(`no sound in the frame at byte ${at}`);
    const samples = first ? 1_152 : 576;
    at += Math.floor((samples / 8) * ((bitrate * 1_000) / rate)) + ((header >>> 9) & 1);
    mp3.frames += 1;
    mp3.seconds += samples / rate;
    mp3.bitrate = bitrate;
    mp3.mono &&= ((header >>> 6) & 3) === MONO;
  }
  return mp3;
}
