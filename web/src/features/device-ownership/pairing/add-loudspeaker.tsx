import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { formatUserCode, readUserCode } from '@belfry/schemas/domain/user-code';
import type { AskingDevice } from '@belfry/schemas/http/device-ownership/pairing';
import type { WhereItem } from '@belfry/schemas/http/places/where';
import { skipToken } from '@reduxjs/toolkit/query';
import { type FormEvent, useState } from 'react';
import { OnePlace, useFirstRoom, useWhereQuery } from '../../../kit/where/index.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useTimes } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { NetworkForm } from '../../network-speakers/index.ts';
import { FirstWords } from './say-who-it-is.tsx';
import { OtherWays } from './other-ways.tsx';
import { LabelForm } from './label-form.tsx';
import { useGetAskingQuery, usePairDeviceMutation, useRefusePairingMutation } from './pairing-api.ts';
import classes from './pairing.module.css';
import { useMakeRoom } from './use-make-room.ts';

type Props = {
  code?: string;
  /** Chosen at first. */
  place?: number | undefined;
  onAdded?: () => void;
  onDone: () => void;
  onAnother: () => void;
};

type Added = { serial: string; company_id: number; name: string };

/** The code, what asks, the place and the name; then the loudspeaker says who it is, and the result of that is shown. */
export function AddLoudspeaker({ code = '', place, onAdded, onDone, onAnother }: Props) {
  const [added, setAdded] = useState<Added | null>(null);
  if (added) return <FirstWords {...added} onDone={onDone} onAnother={onAnother} />;
  const finish = (next: Added): void => {
    onAdded?.();
    setAdded(next);
  };
  return <CodeForm code={code} place={place} onAdded={finish} onDone={onDone} />;
}

type FormProps = Pick<Props, 'place' | 'onDone'> & { code: string; onAdded: (added: Added) => void };

function CodeForm({ code: first, place, onAdded, onDone }: FormProps) {
  const { t } = useTranslation(['pairing', 'common']);
  const codeProblem = useCodeProblem();
  const [typed, setTyped] = useState(first);
  const code = readUserCode(typed);
  const asking = useGetAskingQuery(code ?? skipToken);
  const device = code !== null && !asking.isFetching ? asking.currentData : undefined;
  const [way, setWay] = useState<'code' | 'label' | 'network'>('code');
  const back = (): void => setWay('code');
  if (way === 'label') return <LabelForm place={place} onBack={back} onAdded={onAdded} onDone={onDone} />;
  if (way === 'network') return <NetworkForm place={place} onBack={back} onAdded={onAdded} />;
  return (
    <Stack gap={16}>
      <TextInput
        className={classes.code ?? ''}
        label={t('code')}
        description={t('code_hint')}
        value={readUserCode(typed) === null ? typed : formatUserCode(code ?? '')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={code !== null && asking.error ? codeProblem(asking.error) : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
      />
      {device && code !== null && <Asking code={code} device={device} onRefused={() => setTyped('')} />}
      {device && code !== null && <PlaceForm code={code} place={place} onAdded={onAdded} />}
      {!device && (
        <Button
          variant="default"
          h="auto"
          mih={32}
          styles={{ label: { whiteSpace: 'normal', overflow: 'visible' } }}
          onClick={() => setWay('network')}
        >
          {t('network')}
        </Button>
      )}
      {!device && <OtherWays onLabel={() => setWay('label')} />}
    </Stack>
  );
}

/** Why there is no device with a code. */
function useCodeProblem(): (error: unknown) => string {
  const { t } = useTranslation(['pairing', 'common']);
  const errorText = useErrorMessage();
  return (error) => {
    if (isApiError(error) && error.code === 'not_found') return t('error.unknown');
    if (isApiError(error) && error.code === 'code_expired') return t('error.expired');
    return errorText(error, t('common:error.fallback'));
  };
}

type AskingProps = { code: string; device: AskingDevice; onRefused: () => void };

function Asking({ code, device: { model, hostname, ip, asked_at }, onRefused }: AskingProps) {
  const { t } = useTranslation('pairing');
  const { time } = useTimes();
  const [refuse, { isLoading, isSuccess }] = useRefusePairingMutation();
  const what = [model, hostname].filter((name) => name !== null).join(', ');
  return (
    <div className={classes.asking}>
      <Text size="sm" component="output">
        {t('asking', { what: what === '' ? t('something') : what, ip, time: time(asked_at) })}
      </Text>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        loading={isLoading}
        disabled={isSuccess}
        onClick={() => void refuse(code).then(({ error }) => !error && onRefused())}
      >
        {t('refuse')}
      </Button>
    </div>
  );
}

type PlaceFormProps = { code: string; place: number | undefined; onAdded: (added: Added) => void };

/** What the choice means: a room gets it, a loudspeaker that is planned is it, one that exists is replaced, and elsewhere a room is made first. */
type Kind = 'room' | 'planned' | 'replaced' | 'above';
const kindOf = ({ type, serial }: WhereItem): Kind => {
  if (type === 'Device') return serial === null ? 'planned' : 'replaced';
  return type === 'Company' ? 'room' : 'above';
};

function PlaceForm({ code, place, onAdded }: PlaceFormProps) {
  const { t } = useTranslation(['pairing', 'common']);
  const codeProblem = useCodeProblem();
  const all = useWhereQuery({ right: 'operate' });
  const first = useFirstRoom();
  const [choice, setChoice] = useState<number | null | undefined>(place);
  const [isReplacing, setIsReplacing] = useState(false);
  const id = choice === undefined ? first : choice;
  const { data: named } = useWhereQuery({ right: 'read', targets: { nodes: [id ?? 0] } }, { skip: id === null });
  const item = id === null ? undefined : named?.items.find(({ company_id }) => company_id === id);
  const hasNone = all.data !== undefined && !all.data.items.some(({ kind }) => kind === 'place');
  const kind = item ? kindOf(item) : hasNone ? 'above' : null;
  const [room, setRoom] = useState('');
  const [name, setName] = useState('');
  const [pair, pairing] = usePairDeviceMutation();
  const makeRoom = useMakeRoom();
  const isWaiting = pairing.isLoading || makeRoom.isLoading;
  const needsName = kind === 'room' || kind === 'above';
  const isReady =
    kind !== null && (!needsName || name.trim() !== '') && (kind !== 'above' || room.trim() !== '') && !isWaiting;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    const label = needsName ? name.trim() : (item?.name ?? '');
    let company_id = item?.company_id ?? null;
    if (kind === 'above') {
      company_id = await makeRoom.make(room.trim(), item);
      if (company_id === null) return;
      // A second attempt uses it.
      setChoice(company_id);
    }
    const at = kind === 'replaced' ? { replaces: item?.serial ?? '' } : { company_id: company_id ?? 0 };
    const { data } = await pair({ user_code: code, ...at, ...(needsName && { name: label }) });
    if (data) onAdded({ serial: data.serial, company_id: data.company_id, name: label });
  };
  const error = pairing.error ?? makeRoom.error;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={16}>
        {!hasNone && (
          <OnePlace
            label={t(isReplacing ? 'broken' : 'place')}
            right="operate"
            value={id}
            onChange={setChoice}
            hint={t(isReplacing ? 'broken_hint' : 'place_hint')}
          />
        )}
        {kind === 'above' && (
          <TextInput
            label={t('room')}
            description={item ? t('room_below', { name: item.name }) : t('room_first')}
            value={room}
            maxLength={COMPANY_LIMITS.name}
            onChange={({ currentTarget }) => setRoom(currentTarget.value)}
          />
        )}
        {needsName && (
          <TextInput
            label={t('name')}
            description={t('name_hint')}
            value={name}
            maxLength={COMPANY_LIMITS.name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        {kind === 'replaced' && <Text size="sm">{t('replaces', { name: item?.name })}</Text>}
        {error !== undefined && (
          <Alert color="error" py="xs" role="alert">
            {codeProblem(error)}
          </Alert>
        )}
        <Group justify="space-between">
          {kind === 'replaced' || isReplacing || hasNone ? (
            <span />
          ) : (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                setIsReplacing(true);
                setChoice(null);
              }}
            >
              {t('replace_one')}
            </Button>
          )}
          <Button
            type="submit"
            size="md"
            loading={isWaiting}
            disabled={!isReady || (isReplacing && kind !== 'replaced')}
          >
            {t(kind === 'replaced' ? 'replace' : 'add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
