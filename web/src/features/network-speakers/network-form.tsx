import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import {
  SPEAKER_PRESET_NAMES,
  SPEAKER_PRESETS,
  type SpeakerPresetName,
} from '@belfry/schemas/domain/network-speaker-presets';
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { OnePlace, useFirstRoom, useWhereQuery } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FormButtons } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useAddNetworkSpeakerMutation } from './network-speakers-api.ts';
import { firstSender, SenderSelect, useSenders } from './sender-select.tsx';
import { EMPTY_TRANSPORT, presetValues, transportOf, type TransportValues } from './speaker-values.ts';
import { TransportFields } from './transport-fields.tsx';
import { useSpeakerProblem } from './use-speaker-problem.ts';

const OWN = 'own';
const MEDIA_PLAYER = 'media_player';
type Preset = SpeakerPresetName | typeof OWN | typeof MEDIA_PLAYER;

export type AddedSpeaker = { serial: string; company_id: number; name: string };
type Props = {
  /** Where it is added; undefined: the place is chosen in the form. */
  place: number | undefined;
  onBack: () => void;
  onAdded: (added: AddedSpeaker) => void;
};

/** A loudspeaker that hangs there already: what it listens to, and which device sends that. */
export function NetworkForm({ place, onBack, onAdded }: Props) {
  const { t } = useTranslation(['network-speakers', 'common']);
  const problemOf = useSpeakerProblem();
  const first = useFirstRoom();
  const [picked, setPicked] = useState<number | null>(null);
  const placeId = place ?? picked ?? first;
  const { data: named } = useWhereQuery(
    { right: 'read', targets: { nodes: [placeId ?? 0] } },
    { skip: placeId === null },
  );
  const item = named?.items[0];
  const isPlanned = item?.type === 'Device' && item.serial === null;
  const cannotHold = item !== undefined && item.type !== 'Company' && !isPlanned;
  const senders = useSenders(placeId);
  const [preset, setPreset] = useState<Preset>(OWN);
  const [chosenSender, setSender] = useState<string | null>(null);
  const [typedName, setName] = useState('');
  const [values, setValues] = useState<TransportValues>(EMPTY_TRANSPORT);
  const [isChecked, setChecked] = useState(false);
  const { act, pending, failure } = useAct({ inline: true });
  const [add] = useAddNetworkSpeakerMutation();
  const sender = chosenSender ?? firstSender(senders);
  const name = isPlanned ? (item?.name ?? '') : typedName.trim();
  const read = transportOf(values);
  const change = (next: Partial<TransportValues>): void => setValues((before) => ({ ...before, ...next }));
  const choose = (next: Preset): void => {
    setPreset(next);
    setChecked(false);
    if (next === MEDIA_PLAYER) change({ entity: 'media_player.' });
    else change(next === OWN ? { entity: null } : presetValues(next));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (!('transport' in read) || placeId === null || cannotHold || name === '' || sender === '') return;
    const answer = await act(() => add({ company_id: placeId, name, sender, transport: read.transport }), {
      failed: t('error.failed'),
      textOf: problemOf,
    });
    if (answer) onAdded({ serial: answer.serial, company_id: answer.company_id, name });
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <NativeSelect
          label={t('field.preset')}
          description={preset === OWN ? t('preset.hint') : t(`set.${preset}`)}
          value={preset}
          data={[
            { value: OWN, label: t('preset.own') },
            { value: MEDIA_PLAYER, label: t('preset.media_player') },
            ...SPEAKER_PRESET_NAMES.map((value) => ({
              value,
              label: value === 'algo_zones' ? t('preset.algo_zones') : SPEAKER_PRESETS[value].maker,
            })),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value as Preset)}
          data-autofocus
        />
        {place === undefined && (
          <OnePlace
            label={t('field.place')}
            right="operate"
            value={placeId}
            onChange={(id) => {
              setPicked(id);
              setSender(null);
            }}
          />
        )}
        {cannotHold && <Notice tone="error">{t('error.cannot_hold')}</Notice>}
        {!isPlanned && (
          <TextInput
            label={t('field.name')}
            description={t('field.name_hint')}
            value={typedName}
            maxLength={COMPANY_LIMITS.name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={isChecked && name === '' ? t('error.name') : undefined}
            autoComplete="off"
            required
          />
        )}
        <SenderSelect senders={senders} needsPlace={placeId === null} value={sender} onChange={setSender} />
        <TransportFields
          values={values}
          problem={isChecked && 'problem' in read ? read.problem : null}
          onChange={change}
        />
        {preset === OWN && (
          <Text size="sm" c="dimmed">
            {t('poly')}
          </Text>
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <FormButtons
          submitLabel={t('add')}
          submitting={pending}
          submitDisabled={placeId === null || cannotHold || sender === ''}
          cancelLabel={t('back')}
          onCancel={onBack}
        />
      </Stack>
    </form>
  );
}
