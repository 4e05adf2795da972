import type { ComponentProps } from 'react';
import { SayPage } from '../../features/announcements/index.ts';
import { RecordPanel, TalkPanel } from '../../features/live-pages/index.ts';

const OTHER_WAYS: ComponentProps<typeof SayPage>['otherWays'] = {
  talk: (given) => <TalkPanel {...given} />,
  record: (given) => <RecordPanel {...given} />,
};

export const SayScreen = () => <SayPage otherWays={OTHER_WAYS} />;
