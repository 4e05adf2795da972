import type { Voice } from '@belfry/schemas/http/speech/voices';
import type { SampleWork } from '../samples/use-samples.ts';

/** The actions of a row or card. */
export type VoiceActions = {
  onBlock: (voice: Voice, block: boolean) => Promise<void>;
  /** Resolves to whether the field may close. */
  onRename: (voice: Voice, name: string) => Promise<boolean>;
  onQuickRename: (voice: Voice) => void;
  onCreate: (voice: Voice) => void;
  onDelete: (voice: Voice) => void;
  /** The code of the voice whose name is a field now. */
  renamed: string | null;
  onEditName: (voice: Voice | null) => void;
};

export type VoiceProps = { voice: Voice; actions: VoiceActions; work: SampleWork | undefined };
