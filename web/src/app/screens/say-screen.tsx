import { SayPage } from '../../features/announcements/index.ts';
import { RecordPanel, TalkPanel } from '../../features/pages/index.ts';

/** Announcements, which people type, speak live, or record. */
export const SayScreen = () => (
  <SayPage otherWays={{ talk: (given) => <TalkPanel {...given} />, record: (given) => <RecordPanel {...given} /> }} />
);
