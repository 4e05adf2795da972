import { Alert, Button, Modal, Switch, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { EmergencyState } from '@belfry/schemas/http/announcements/emergency';
import { isEmpty, useWhere, Where } from '../../../kit/where/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { NotLive } from '../../../ui/states/not-live.tsx';
import { useHold } from '../../../ui/use-hold.ts';
import { useAllClearMutation, useGetEmergencyQuery, useStartEmergencyMutation } from './emergency-api.ts';
import { EmergencyPlaces } from './emergency-places.tsx';
import { ReachedNow, WithoutAudio } from './emergency-reach.tsx';
import classes from './emergency.module.css';

/** How long a tile is held; see ANN-11. */
export const HOLD_MS = 2_000;

/** More of them are smaller, so that all are in one view. */
const LARGE_TILES_MAX = 7;

/** Devices report what they have as they fetch it, and come and go. */
const POLLING = { pollingInterval: 5_000 };

type Props = {
  /** Tiles of scenarios with an emergency. */
  scenarios?: ComponentType<{ drill: boolean; onStarted: () => void }> | undefined;
  onClose: () => void;
};

/** The prepared emergencies as tiles that start when they are held, for the own building first; everything in one view. */
export function EmergencyScreen({ scenarios: Scenarios, onClose }: Props) {
  const { t } = useTranslation(['emergency', 'common']);
  const messageOf = useErrorMessage();
  const { targets, setTargets, remember } = useWhere('emergency');
  const [others, setOthers] = useState(false);
  const [drill, setDrill] = useState(false);
  const { data } = useGetEmergencyQuery(undefined, POLLING);
  const [start, { error, isLoading }] = useStartEmergencyMutation();
  const messages = data?.messages ?? [];
  const [first] = messages;
  const submit = async (message_id: number): Promise<void> => {
    const answer = await start({ message_id, targets, drill });
    if (!answer.data) return;
    remember();
    onClose();
  };
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      classNames={{ content: classes.screen ?? '', body: classes.body ?? '' }}
      transitionProps={{ duration: 0 }}
    >
      <NotLive />
      <EmergencyPlaces value={targets} onChange={setTargets} />
      {first && !isEmpty(targets) && <ReachedNow messageId={first.id} targets={targets} />}
      <div className={classes.tiles} data-many={messages.length > LARGE_TILES_MAX || undefined}>
        {messages.map((message) => (
          <Tile
            key={message.id}
            message={message}
            drill={drill}
            targets={targets}
            disabled={isLoading || isEmpty(targets)}
            onHeld={() => void submit(message.id)}
          />
        ))}
        {Scenarios && <Scenarios drill={drill} onStarted={onClose} />}
        <AllClear runs={data?.active ?? []} />
      </div>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      <div className={classes.foot}>
        <Switch
          label={t('drill')}
          description={t('drill_hint')}
          color="warning"
          size="md"
          checked={drill}
          onChange={({ currentTarget }) => setDrill(currentTarget.checked)}
        />
        {others ? (
          <div className={classes.where}>
            <Where right="emergency" value={targets} onChange={setTargets} />
          </div>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setOthers(true);
              // With its place selected, pressing one below it would except that.
              setTargets({});
            }}
          >
            {t('other_places')}
          </Button>
        )}
      </div>
    </Modal>
  );
}

type TileProps = {
  message: EmergencyState['messages'][number];
  drill: boolean;
  targets: TargetsInput;
  disabled: boolean;
  onHeld: () => void;
};

function Tile({ message: { id, name, ready, devices }, drill, targets, disabled, onHeld }: TileProps) {
  // Those of scenarios stand beside it: one text.
  const { t } = useTranslation(['emergency', 'scenarios']);
  const locale = useLocale();
  const { holding, pointer, keys } = useHold(HOLD_MS, onHeld);
  return (
    <UnstyledButton
      className={classes.tile}
      data-drill={drill || undefined}
      data-holding={holding || undefined}
      disabled={disabled}
      onContextMenu={(event) => event.preventDefault()}
      {...(!disabled && { ...pointer, ...keys })}
    >
      <span className={classes.name}>{name}</span>
      <span>{isEmpty(targets) ? t('where_first') : t(drill ? 'scenarios:hold_drill' : 'scenarios:hold')}</span>
      {ready < devices && (
        <span className={classes.ready}>
          {t('ready', { ready: formatCount(ready, locale), count: devices, devices: formatCount(devices, locale) })}
          <WithoutAudio messageId={id} />
        </span>
      )}
      <VisuallyHidden component="output">{holding && t('holding')}</VisuallyHidden>
    </UnstyledButton>
  );
}

/** Ends all that are going on. */
function AllClear({ runs }: { runs: readonly { run_id: string; title: string }[] }) {
  const { t } = useTranslation('emergency');
  const messageOf = useErrorMessage();
  const [allClear, { error, isLoading }] = useAllClearMutation();
  return (
    <UnstyledButton
      className={classes.tile}
      data-clear
      disabled={runs.length === 0 || isLoading}
      onClick={() => {
        for (const { run_id } of runs) void allClear(run_id);
      }}
    >
      <span className={classes.name}>{t('all_clear')}</span>
      <span>{runs.length === 0 ? t('nothing_running') : [...new Set(runs.map(({ title }) => title))].join(', ')}</span>
      {error !== undefined && <Text size="sm">{messageOf(error)}</Text>}
    </UnstyledButton>
  );
}
