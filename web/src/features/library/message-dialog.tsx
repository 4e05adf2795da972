import { PAUSE_MAX_MS, REPEAT_MAX } from '@belfry/schemas/domain/announcements';
import { isHeard, type Message } from '@belfry/schemas/http/library/texts';
import { NumberInput, SimpleGrid, Switch } from '@mantine/core';
import { useState } from 'react';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { ChimeSelect } from './chimes/index.ts';
import { useLibraryNames } from './library-api.ts';
import { newMessage, valuesOf, type MessageValues, type Variant } from './message-values.ts';
import { NameField, SaveForm } from './save-form.tsx';
import { VariantFields } from './variant-fields.tsx';

export function MessageDialog({ message, onClose }: { message: Message | undefined; onClose: () => void }) {
  const { t } = useTranslation('library');
  const locale = useLocale();
  const [values, setValues] = useState<MessageValues>(() => (message ? valuesOf(message) : newMessage(locale)));
  const [checked, setChecked] = useState(false);
  const conflictTexts = useConflictTexts();
  const isComplete =
    values.name.trim() !== '' && values.variants.every((variant) => variant.language !== '' && isHeard(variant));
  const check = (): boolean => {
    setChecked(true);
    return isComplete;
  };
  return (
    <FormDialog title={t(message ? 'messages.edit' : 'messages.new')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => {
        const change = (next: Partial<MessageValues>): void => {
          setValues((before) => ({ ...before, ...next }));
          onDirty(true);
        };
        return (
          <SaveForm
            kind="messages"
            item={message}
            body={values}
            check={check}
            apply={change}
            {...conflictTexts}
            onSaved={onClose}
            onCancel={onCancel}
          >
            <NameField value={values.name} checked={checked} onChange={(name) => change({ name })} />
            <VariantFields values={values} checked={checked} onChange={change} />
            <Sound values={values} onChange={change} />
          </SaveForm>
        );
      }}
    </FormDialog>
  );
}

function Sound({ values, onChange }: { values: MessageValues; onChange: (next: Partial<MessageValues>) => void }) {
  const { t } = useTranslation('library');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <ChimeSelect label={t('messages.chime')} value={values} onChange={onChange} />
        <NumberInput
          label={t('messages.repeat')}
          min={1}
          max={REPEAT_MAX}
          clampBehavior="strict"
          value={values.repeat}
          onChange={(repeat) => onChange({ repeat: Number(repeat) || 1 })}
        />
        <NumberInput
          label={t('messages.pause')}
          min={0}
          max={PAUSE_MAX_MS / 1_000}
          clampBehavior="strict"
          value={values.pause_ms / 1_000}
          onChange={(seconds) => onChange({ pause_ms: Math.round((Number(seconds) || 0) * 1_000) })}
        />
      </SimpleGrid>
      <Switch
        label={t('messages.emergency_switch')}
        description={t('messages.emergency_hint')}
        checked={values.emergency}
        onChange={({ currentTarget }) => onChange({ emergency: currentTarget.checked })}
      />
    </>
  );
}

function useConflictTexts() {
  const { t } = useTranslation('library');
  const { data: chimes = [] } = useLibraryNames('chimes');
  const labels: Record<keyof MessageValues, string> = {
    name: t('name'),
    variants: t('messages.text'),
    fallback_language: t('messages.fallback'),
    chime: t('messages.chime'),
    chime_id: t('messages.chime'),
    repeat: t('messages.repeat'),
    pause_ms: t('messages.pause'),
    emergency: t('messages.emergency_switch'),
  };
  const textOf = (field: keyof MessageValues, value: unknown): string | boolean => {
    if (field === 'variants') return (value as readonly Variant[]).map(variantText).join(' · ');
    if (field === 'chime_id') {
      const id = value as number | null;
      return chimes.find((chime) => chime.id === id)?.name ?? (id === null ? t('chimes.none') : `#${id}`);
    }
    if (field === 'chime') return t(`chimes.${value as MessageValues['chime']}`);
    if (field === 'pause_ms') return String(Number(value) / 1_000);
    return typeof value === 'boolean' ? value : String(value);
  };
  return { labels, textOf };
}

function variantText({ language, text, audio_before, audio_after }: Variant): string {
  const parts = [audio_before === undefined ? '' : '♪', text, audio_after === undefined ? '' : '♪'];
  return `${language}: ${parts.filter((part) => part !== '').join(' ')}`;
}
