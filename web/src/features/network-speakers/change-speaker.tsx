import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import type { NetworkSpeaker } from '@belfry/schemas/http/network-speakers/network-speakers';
import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useChangeNetworkSpeakerMutation } from './network-speakers-api.ts';
import { SenderSelect, useSenders } from './sender-select.tsx';
import { transportOf, type TransportValues, valuesOf } from './speaker-values.ts';
import { TransportFields } from './transport-fields.tsx';
import { useSpeakerProblem } from './use-speaker-problem.ts';

/** Another name, sender or address of a network speaker. */
export function ChangeSpeaker({ speaker, onClose }: { speaker: NetworkSpeaker; onClose: () => void }) {
  const { t } = useTranslation('network-speakers');
  return (
    <FormDialog title={t('change_of', { name: speaker.name ?? speaker.serial })} size={440} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <Fields
          speaker={speaker}
          onDirty={onDirty}
          onCancel={onCancel}
          onSaved={() => {
            onDirty(false);
            onClose();
          }}
        />
      )}
    </FormDialog>
  );
}

type FieldsProps = {
  speaker: NetworkSpeaker;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

function Fields({ speaker, onDirty, onCancel, onSaved }: FieldsProps) {
  const { t } = useTranslation('network-speakers');
  const problemOf = useSpeakerProblem();
  // The form is about what was shown when it was opened.
  const [base] = useState(speaker);
  const [name, setName] = useState(base.name ?? '');
  const [sender, setSender] = useState(base.sender);
  const [values, setValues] = useState<TransportValues>(() => valuesOf(base.transport));
  const [isChecked, setChecked] = useState(false);
  const senders = useSenders(base.company_id);
  const { act, pending, failure } = useAct({ inline: true });
  const [change] = useChangeNetworkSpeakerMutation();
  const read = transportOf(values);
  const edited =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      onDirty(true);
    };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (!('transport' in read) || name.trim() === '') return;
    const { device_id, revision } = base;
    const answer = await act(
      () => change({ device_id, name: name.trim(), sender, transport: read.transport, revision }),
      { failed: t('error.not_changed'), textOf: problemOf },
    );
    if (answer !== undefined) onSaved();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <TextInput
          label={t('field.name')}
          value={name}
          maxLength={COMPANY_LIMITS.name}
          onChange={({ currentTarget }) => edited(setName)(currentTarget.value)}
          error={isChecked && name.trim() === '' ? t('error.name') : undefined}
          autoComplete="off"
          required
        />
        <SenderSelect
          senders={senders}
          value={sender}
          current={{ serial: base.sender, name: base.sender_name }}
          onChange={edited(setSender)}
        />
        <TransportFields
          values={values}
          problem={isChecked && 'problem' in read ? read.problem : null}
          onChange={(next) => edited(setValues)({ ...values, ...next })}
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <FormButtons submitLabel={t('save')} submitting={pending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
