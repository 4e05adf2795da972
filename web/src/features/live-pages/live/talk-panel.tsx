import { Anchor, Paper, Stack } from '@mantine/core';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { Link } from 'react-router';
import { MicrophoneCard } from '../audio/microphone-card.tsx';
import { useMicrophone } from '../audio/use-microphone.ts';
import { readChoices, writeChoices, type PageChoices } from '../stored.ts';
import { ObstacleText } from './obstacle-text.tsx';
import { PageChoiceFields, type PagePriority } from './page-choices.tsx';
import { PlaceStates } from './place-states.tsx';
import { ReachText, useReach } from './reach.tsx';
import { TalkButton } from './talk-button.tsx';
import { isActive } from './talk-state.ts';
import { RecordingNote } from './recording-note.tsx';
import { TalkOutcome } from './talk-outcome.tsx';
import { useObstacle } from './use-obstacle.ts';
import { useTalk } from './use-talk.ts';
import classes from '../live-pages.module.css';

type Props = {
  /** null: no place is chosen. */
  targets: TargetsInput | null;
  /** The choice of places. */
  picker: ReactNode;
  /** What the places have reported about a run. */
  renderRun: (runId: string) => ReactNode;
};

/** Talk: hold the button and speak to the places. */
export function TalkPanel({ targets, picker, renderRun }: Props) {
  const { t } = useTranslation('live-pages');
  const microphone = useMicrophone();
  const [choices, setChoices] = useState<PageChoices>(readChoices);
  const [priority, setPriority] = useState<PagePriority>('say_now');
  const { talk, hold, latched } = useTalk(microphone, targets && { targets, priority, ...choices });
  const { reach, error } = useReach(targets);
  const obstacle = useObstacle({ microphone, targets, devices: reach?.devices });
  const change = (next: PageChoices): void => {
    setChoices(next);
    writeChoices(next);
  };
  const page = talk.phase === 'idle' ? null : talk.page;
  return (
    <Stack gap="md">
      <div className={classes.form}>
        <Stack gap="md" className={classes.what ?? ''}>
          <MicrophoneCard session={microphone} locked={isActive(talk)} />
          <Paper withBorder p="md">
            <PageChoiceFields value={choices} onChange={change} priority={priority} onPriority={setPriority} />
            <RecordingNote />
          </Paper>
        </Stack>
        <Paper withBorder p="md" className={classes.places ?? ''}>
          {picker}
        </Paper>
        <Stack gap="md" className={classes.result ?? ''}>
          <ReachText reach={reach} error={error} chosen={targets !== null} path={page?.path} />
          <Stack gap="md" className={classes.thumb ?? ''}>
            <ObstacleText obstacle={obstacle} />
            <TalkButton talk={talk} hold={hold} latched={latched} enabled={obstacle === null} />
          </Stack>
          <TalkOutcome talk={talk} />
          {talk.phase !== 'idle' && talk.state && <PlaceStates state={talk.state} />}
          <Anchor component={Link} to="/talk" size="sm">
            {t('on_phone')}
          </Anchor>
        </Stack>
      </div>
      {talk.phase === 'ended' && page && <div key={page.run_id}>{renderRun(page.run_id)}</div>}
    </Stack>
  );
}
