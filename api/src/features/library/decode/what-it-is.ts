/** Formats that are recognised and not played, with the bytes that they begin with, at an offset. */
const BEGINNINGS: readonly (readonly [name: string, at: number, magic: string])[] = [
  ['an RF64 file, a WAV file for more than 4 GB', 0, 'RF64'],
  ['a BW64 file, a WAV file for more than 4 GB', 0, 'BW64'],
  ['a Wave64 file', 0, 'riff.\u0091\u00cf\u0011'],
  ['a RIFX file, a WAV file with another byte order', 0, 'RIFX'],
  ['an AVI video', 8, 'AVI '],
  ['a WebP image', 8, 'WEBP'],
  ['an AIFF file', 8, 'AIFF'],
  ['an AIFF-C file', 8, 'AIFC'],
  ['an AU file', 0, '.snd'],
  ['an AMR recording', 0, '#!AMR'],
  ['a CAF file', 0, 'caff'],
  ['a WMA file', 0, '\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011'],
  ['a WebM or Matroska file', 0, '\u001a\u0045\u00df\u00a3'],
  ['a Monkey’s Audio file', 0, 'MAC '],
  ['a WavPack file', 0, 'wvpk'],
  ['a Musepack file', 0, 'MPCK'],
  ['a Musepack file', 0, 'MP+'],
  ['a True Audio file', 0, 'TTA1'],
  ['a TAK file', 0, 'tBaK'],
  ['a DSD file', 0, 'DSD '],
  ['a DSD file', 0, 'FRM8'],
  ['a MIDI file, which has notes and no sound', 0, 'MThd'],
  ['an AAC file (ADIF)', 0, 'ADIF'],
  ['a RealAudio file', 0, '.RMF'],
  ['a RealAudio file', 0, '.ra\u00fd'],
  ['a Creative Voice file', 0, 'Creative Voice File'],
  ['a Flash video', 0, 'FLV'],
  ['an AC-3 file', 0, '\u000b\u0077'],
  ['a DTS file', 0, '\u007f\u00fe\u0080\u0001'],
];

const OTHERS: typeof BEGINNINGS = [
  ['a PDF document', 0, '%PDF'],
  ['a ZIP archive', 0, 'PK\u0003\u0004'],
  ['a RAR archive', 0, 'Rar!'],
  ['a 7-Zip archive', 0, '7z\u00bc\u00af'],
  ['a compressed file (gzip)', 0, '\u001f\u008b'],
  ['a PNG image', 0, '\u0089PNG'],
  ['a JPEG image', 0, '\u00ff\u00d8\u00ff'],
  ['a GIF image', 0, 'GIF8'],
  ['a playlist (M3U), a list of addresses,', 0, '#EXTM3U'],
  ['a playlist (PLS), a list of addresses,', 0, '[playlist]'],
];

const BRANDS: readonly (readonly [string, string])[] = [
  ['M4A', 'an M4A file (AAC or ALAC)'],
  ['M4B', 'an M4B file (AAC)'],
  ['M4P', 'a protected M4P file'],
  ['3gp', 'a 3GP recording'],
  ['qt', 'a QuickTime file'],
  ['', 'an MP4 file'],
];

/** The first packet of an Ogg stream: what it begins with, at an offset, and what the file is; Vorbis and Opus are played. */
const OGG: readonly (readonly [string, string])[] = [
  ['\u007fFLAC', 'FLAC in Ogg'],
  ['fLaC', 'FLAC in Ogg'],
  ['Speex   ', 'Speex in Ogg'],
  ['\u0080theora', 'an Ogg video'],
  ['CELT    ', 'CELT in Ogg'],
  ['PCM     ', 'PCM in Ogg'],
];

/** Codecs of WAV files by their tag; those of 1, 3, 6 and 7 are read. */
const WAV_CODECS: Record<number, string> = {
  0x00_02: 'Microsoft ADPCM',
  0x00_11: 'IMA ADPCM',
  0x00_14: 'G.723 ADPCM',
  0x00_16: 'G.723',
  0x00_20: 'Yamaha ADPCM',
  0x00_22: 'TrueSpeech',
  0x00_31: 'GSM 6.10',
  0x00_40: 'G.721 ADPCM',
  0x00_42: 'G.723.1',
  0x00_45: 'G.726 ADPCM',
  0x00_50: 'MPEG layer 2',
  0x00_64: 'G.726 ADPCM',
  0x00_65: 'G.722 ADPCM',
  0x00_92: 'AC-3',
  0x00_ff: 'AAC',
  0x01_60: 'WMA',
  0x01_61: 'WMA',
  0x01_62: 'WMA',
  0x16_00: 'AAC',
  0x20_00: 'AC-3',
  0x20_01: 'DTS',
  0x67_4f: 'Ogg Vorbis',
  0xf1_ac: 'FLAC',
};
export const wavCodecName = (tag: number): string => WAV_CODECS[tag] ?? `a codec with the number ${tag}`;

const CONVERT = 'Please convert it to MP3, OGG, FLAC or WAV (PCM), for example with Audacity or ffmpeg.';
export const refusalOf = (name: string): string => `This is ${name}, which devices do not play. ${CONVERT}`;

/**
 * What a file is that is no MP3, OGG, FLAC or WAV file, as a sentence for users; null where nothing is known about it.
 * @param at where it begins, behind tags
 */
export function refusalOfFile(file: Buffer, at: number): string | null {
  if (file.length === 0) return 'The file is empty. Please choose another file, or record it again.';
  const name = nameAt(BEGINNINGS, file, at) ?? oggName(file, at) ?? mp4Name(file, at);
  if (name !== null) return refusalOf(name);
  const text = nameAt(OTHERS, file, at) ?? textName(file.subarray(at, at + 1_024));
  if (text !== null) return `This is ${text} and no sound. Please download the sound itself, or choose another file.`;
  if (file.subarray(0, 65_536).every((byte) => byte === 0))
    return 'The file contains zeros only and no sound. Please copy or download it again.';
  return null;
}

function nameAt(beginnings: typeof BEGINNINGS, file: Buffer, at: number): string | null {
  const head = file.toString('latin1', at, at + 64);
  const match = beginnings.find(([, offset, magic]) =>
    magic.split('').every((letter, index) => letter === '.' || head[offset + index] === letter),
  );
  return match?.[0] ?? null;
}

function oggName(file: Buffer, at: number): string | null {
  if (file.toString('latin1', at, at + 4) !== 'OggS') return null;
  const content = file.toString('latin1', at + 27 + (file[at + 26] ?? 0), at + 27 + (file[at + 26] ?? 0) + 16);
  if (content.startsWith('OpusHead') || content.startsWith('\u0001vorbis')) return null;
  return OGG.find(([magic]) => content.startsWith(magic))?.[1] ?? 'an Ogg file without Vorbis or Opus';
}

function mp4Name(file: Buffer, at: number): string | null {
  const head = file.toString('latin1', at + 4, at + 12);
  if (/^(?:moov|mdat|wide|free|skip)/.test(head)) return 'an MP4 file';
  if (!head.startsWith('ftyp')) return null;
  return BRANDS.find(([brand]) => head.slice(4).startsWith(brand))?.[1] ?? null;
}

/** Control characters other than white space, and the replacement character. */
const CONTROL = /[^\P{Cc}\s]|\u{FFFD}/u;
function textName(head: Buffer): string | null {
  const text = head
    .toString('utf8')
    .replace(/^\u{FEFF}/u, '')
    .trimStart();
  if (/^(?:<!doctype html|<html|<head|<body|<title)/i.test(text) || /^<!--[^]*<html/i.test(text)) return 'a web page';
  if (/^<\?xml|^<[a-z]/i.test(text)) return /<html/i.test(text) ? 'a web page' : 'an XML document';
  if (/^[{[]/.test(text) && /"/.test(text)) return 'a JSON document';
  if (/^https?:\/\/\S+\s*$/.test(text)) return 'an address';
  // Control characters other than white space are not in texts; the last letter may not be whole.
  return /\S/.test(text) && !CONTROL.test(text.replace(/\u{FFFD}{1,3}$/u, '')) ? 'a text' : null;
}

/** The name of the tail of another codec with frames, which look like those of MP3: by the second byte of its header. */
export const frameName = (header: number): string | null => {
  if ((header & 0xf6) === 0xf0) return 'an AAC file (ADTS)';
  const layer = (header >>> 1) & 3;
  if (layer === 2) return 'MPEG layer 2 (MP2)';
  return layer === 3 ? 'MPEG layer 1' : null;
};
