const HEADER_BYTES = 4;
const ID3_HEADER_BYTES = 10;
/** The encoder's data are behind the side information. */
const ENCODER_BYTES = 64;
const SYNC = 0xff_e0;
const LAYER_3 = 1;
const MPEG_1 = 3;
/** Layer III: kbit/s by index, for MPEG 1 and for MPEG 2 and 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Samples a second by version bits (0: 2.5, 2: 2, 3: 1) and index. */
const RATES: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};

export type Mp3Frames = {
  /** The duration of all frames with sound. */
  seconds: number;
  frames: number;
  /** The number of frames that the encoder states; null where it states none. */
  statedFrames: number | null;
  /** The first byte that belongs to no frame. */
  end: number;
  cut: boolean;
};

/** Follows the frames of an MP3 file (layer III) from its ID3 tag to the first byte that begins none. */
export function readMp3Frames(file: Buffer): Mp3Frames {
  const result: Mp3Frames = { seconds: 0, frames: 0, statedFrames: null, end: id3Bytes(file), cut: false };
  for (let frame = frameAt(file, result.end); frame; frame = frameAt(file, result.end)) {
    if (result.end + frame.length > file.length) {
      result.cut = true;
      break;
    }
    const { encoder } = frame;
    if (encoder && result.frames === 0) result.statedFrames = encoder.frames;
    else {
      result.seconds += frame.seconds;
      result.frames += 1;
    }
    result.end += frame.length;
  }
  return result;
}

/** The length of the ID3 tag at the beginning, if there is one; its size has seven bits a byte. */
function id3Bytes(file: Buffer): number {
  if (file.length < ID3_HEADER_BYTES || file.toString('latin1', 0, 3) !== 'ID3') return 0;
  return ID3_HEADER_BYTES + [6, 7, 8, 9].reduce((size, index) => size * 128 + ((file[index] ?? 0) & 127), 0);
}

export type Mp3Frame = {
  length: number;
  seconds: number;
  /** What cannot change within a file: the rate, and one channel or two. */
  kind: string;
  /** What the encoder states about the file in a frame without sound; `countAt`: the byte of the frame at which the number stands. */
  encoder: { frames: number | null; countAt: number } | null;
};

export function frameAt(file: Buffer, at: number): Mp3Frame | null {
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
  const isMono = ((header >>> 6) & 3) === 3;
  const kind = `${rate} Hz ${isMono ? 'mono' : 'stereo'}`;
  return { length, seconds: samples / rate, kind, encoder: encoderDataAt(file, at, length) };
}

/** Behind the header of a frame, its checksum if there is one, and the side information. */
const ENCODER_AT: ReadonlySet<number> = new Set([13, 15, 21, 23, 36, 38]);
/** The number of frames behind the name: of LAME and others, and of Fraunhofer. */
const XING_FRAMES = 8;
const VBRI_FRAMES = 14;

function encoderDataAt(file: Buffer, at: number, length: number): Mp3Frame['encoder'] {
  const head = file.subarray(at, at + Math.min(length, ENCODER_BYTES));
  const tag = Math.max(head.indexOf('Xing'), head.indexOf('Info'));
  if (ENCODER_AT.has(tag) && tag + XING_FRAMES + 4 <= head.length) {
    const hasFrames = (head.readUInt32BE(tag + 4) & 1) === 1;
    return { frames: hasFrames ? head.readUInt32BE(tag + XING_FRAMES) : null, countAt: tag + XING_FRAMES };
  }
  const vbri = head.indexOf('VBRI');
  if (vbri !== 36 || vbri + VBRI_FRAMES + 4 > head.length) return null;
  return { frames: head.readUInt32BE(vbri + VBRI_FRAMES), countAt: vbri + VBRI_FRAMES };
}
