import type { Audio } from '../features/speech/samples/index.ts';

export function fakeAudio() {
  const handlers = new Map<string, () => void>();
  const played: string[] = [];
  const audio = {
    src: '',
    crossOrigin: null as string | null,
    error: null as { code: number } | null,
    refuses: (): { code: number } | boolean => false,
    paused: 0,
    async play(): Promise<void> {
      played.push(audio.crossOrigin === null ? audio.src : `${audio.src} ${audio.crossOrigin}`);
      const refusal = audio.refuses();
      audio.error = typeof refusal === 'object' ? refusal : null;
      if (refusal !== false) throw new DOMException('refused', 'NotSupportedError');
    },
    pause(): void {
      audio.paused += 1;
      handlers.get('pause')?.();
    },
    addEventListener: (type: string, handler: () => void): void => void handlers.set(type, handler),
    emit: (type: 'ended' | 'pause' | 'error'): void => handlers.get(type)?.(),
    played,
  };
  return audio satisfies Audio;
}
