/** What a sender and its decoder, a process, say to each other. `id`: of one source that is decoded. */

export type DecoderSource = { path: string } | { url: string };

export type DecoderRequest =
  /** `samples`: how many may come before more are asked for. */
  | { kind: 'open'; id: number; source: DecoderSource; rate: number; positionS: number; samples: number }
  | { kind: 'more'; id: number; samples: number }
  | { kind: 'close'; id: number };

export type DecoderAnswer =
  | { kind: 'samples'; id: number; samples: Float32Array }
  | { kind: 'over'; id: number }
  /** `reason`: shown to users. */
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'title'; id: number; title: string };
