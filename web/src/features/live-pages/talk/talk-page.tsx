import { Button, Group, Stack, Text, ActionIcon } from '@mantine/core';
import { IconPlus, IconMapPin, IconPencil } from '@tabler/icons-react';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { useMay } from '../../teams/teams-api.ts';
import { Fault, MicrophoneCard } from '../audio/microphone-card.tsx';
import { microphoneObstacle } from '../audio/faults.ts';
import { useMicrophone } from '../audio/use-microphone.ts';
import { ObstacleText } from '../live/obstacle-text.tsx';
import { ReachText, useReach } from '../live/reach.tsx';
import { PlaceStates } from '../live/place-states.tsx';
import { RecordingNote } from '../live/recording-note.tsx';
import { isActive } from '../live/talk-state.ts';
import { TalkButton } from '../live/talk-button.tsx';
import { TalkOutcome } from '../live/talk-outcome.tsx';
import { useObstacle } from '../live/use-obstacle.ts';
import { useTalk } from '../live/use-talk.ts';
import { readChoices } from '../stored.ts';
import { PlaceDialog } from './place-dialog.tsx';
import { useSavedPlaces, type SavedPlaces } from './use-saved-places.ts';
import classes from './talk-page.module.css';
import { ListFrame } from '../../../ui/lists/list-frame.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';

type Props = {
  renderPicker: (value: TargetsInput, onChange: (value: TargetsInput) => void) => ReactNode;
};

export function TalkPage({ renderPicker }: Props) {
  const { t } = useTranslation('live-pages');
  const obstacle = microphoneObstacle();
  const may = useMay('say');
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      {/* Of its own, so that this page is installed with its big buttons as the first screen. */}
      <link rel="manifest" href="/talk.webmanifest" />
      <PageHeading title={t('talk.title')} lead={t('talk.lead')} />
      {!may && <Text>{t('talk.may_not')}</Text>}
      {may && obstacle !== null && <Fault fault={obstacle} />}
      {may && obstacle === null && <Talk renderPicker={renderPicker} />}
    </Stack>
  );
}

function Talk({ renderPicker }: Props) {
  const { t } = useTranslation('live-pages');
  const places = useSavedPlaces();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const microphone = useMicrophone();
  const [{ chime, busy, wait_s }] = useState(readChoices);
  const { chosen } = places;
  const targets = chosen?.targets ?? null;
  const { talk, hold, latched } = useTalk(microphone, targets && { targets, chime, busy, wait_s });
  const { reach, error } = useReach(targets);
  const obstacle = useObstacle({ microphone, targets, devices: reach?.devices });
  const page = talk.phase === 'idle' ? null : talk.page;
  const active = isActive(talk);
  return (
    <>
      <PlaceButtons places={places} disabled={active} onEdit={setEdited} />
      <Group>
        <Button
          variant="default"
          size="md"
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={active || places.isFull || !places.list.rows}
          onClick={() => setEdited('new')}
        >
          {t('talk.add')}
        </Button>
      </Group>
      <TalkOutcome talk={talk} />
      {targets && <ReachText reach={reach} error={error} chosen path={page?.path} />}
      {talk.phase !== 'idle' && talk.state && <PlaceStates state={talk.state} />}
      <MicrophoneCard session={microphone} locked={active} />
      <RecordingNote />
      <div className={classes.thumb}>
        <ObstacleText obstacle={obstacle} />
        <TalkButton
          talk={talk}
          hold={hold}
          latched={latched}
          enabled={obstacle === null}
          {...(chosen && { place: chosen.name })}
        />
      </div>
      {edited !== null && (
        <PlaceDialog
          place={places.list.rows?.find(({ id }) => id === edited)}
          renderPicker={renderPicker}
          onSaved={({ id }) => places.choose(id)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

type PlaceButtonsProps = { places: SavedPlaces; disabled: boolean; onEdit: (id: number) => void };

/** A big button for each saved place; the pressed one is spoken to. */
function PlaceButtons({ places: { list, chosen, choose }, disabled, onEdit }: PlaceButtonsProps) {
  const { t } = useTranslation('live-pages');
  return (
    <ListFrame
      list={list}
      waiting={<CardSkeletons count={2} height={72} cols={{ base: 2 }} />}
      failure={() => ({ message: t('talk.not_loaded') })}
      empty={
        <EmptyState icon={<IconMapPin size={24} />} title={t('talk.empty')} compact>
          {t('talk.empty_text')}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className={classes.grid} aria-label={t('talk.places')}>
          {rows.map(({ id, name }) => (
            <li key={id} className={classes.item}>
              <button
                type="button"
                className={classes.place}
                aria-pressed={id === chosen?.id}
                disabled={disabled}
                onClick={() => choose(id)}
              >
                {name}
              </button>
              <ActionIcon
                className={classes.edit ?? ''}
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('talk.edit', { name })}
                disabled={disabled}
                onClick={() => onEdit(id)}
              >
                <IconPencil size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}
