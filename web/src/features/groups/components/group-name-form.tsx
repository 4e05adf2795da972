import { GROUP_NAME_MAX } from '@belfry/schemas/domain/companies';
import { TextInput } from '@mantine/core';
import { FormButtons } from '../../../ui/dialogs/form-buttons.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  initial: string;
  submitLabel: string;
  hint?: string;
  /** The group was deleted meanwhile: the input is kept, but can no longer be saved. */
  deleted?: boolean;
  /** Resolves to whether the server accepted the name. */
  onSend: (name: string) => Promise<boolean>;
  onClose: () => void;
};

/** A name with a character counter. A blank name is ignored; see GROUP-2. */
export function GroupNameForm({ initial, submitLabel, hint, deleted = false, onSend, onClose }: Props) {
  const { t } = useTranslation(['groups', 'common']);
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || busy || deleted) return;
    setBusy(true);
    const taken = await onSend(wanted);
    setBusy(false);
    if (taken) onClose();
    else input.current?.focus();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
      {deleted && !busy && <Notice tone="error">{t('common:deleted')}</Notice>}
      <TextInput
        ref={input}
        label={t('name')}
        placeholder={t('name_hint')}
        description={[t('left', { length: name.length, max: GROUP_NAME_MAX }), hint].filter(Boolean).join(' · ')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={name}
        maxLength={GROUP_NAME_MAX}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <FormButtons
        mt="sm"
        submitLabel={submitLabel}
        submitting={busy}
        submitDisabled={deleted && !busy}
        onCancel={onClose}
      />
    </form>
  );
}
