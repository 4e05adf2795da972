/** The parts of the Emscripten port of eSpeak NG that are used here; it comes without types. */
declare module '@echogarden/espeak-ng-emscripten' {
  export type Worker = {
    /** 0: done; 2: there is no such voice, and the previous one stays. An unknown variant is 0, too. */
    set_voice(identifier: string): number;
    /** Words a minute. */
    set_rate(rate: number): void;
    get_samplerate(): number;
    /** The voice of a language is that with its lowest priority: `en-gb` → `gmw/en`. */
    list_voices(): { identifier: string; name: string; languages: { name: string; priority: number }[] }[];
    /** The sounds of a text, separated by `_`, its parts by line feeds. */
    synthesize_ipa(text: string): { code: number; ipa: string };
    /** Calls back with pieces of sound until all is said; true stops it. */
    synthesize(text: string, onSamples: (samples: Int16Array | null) => boolean): void;
  };
  type Module = {
    eSpeakNGWorker: new () => Worker;
    FS: { readdir(path: string): string[] };
  };
  const load: (options?: { print?(line: string): void; printErr?(line: string): void }) => Promise<Module>;
  export default load;
}
