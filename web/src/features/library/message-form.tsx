import { PAUSE_MAX_MS, REPEAT_MAX } from '@belfry/schemas/domain/announcements';
import { isHeard, type Message } from '@belfry/schemas/http/library/texts';
import { NumberInput, SimpleGrid, Switch } from '@mantine/core';
import { useState } from 'react';
import { FormDrawer, More } from '../../kit/form/index.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ChimeSelect } from './chimes/index.ts';
import { useLibraryNames } from './library-api.ts';
import { newMessage, valuesOf, type MessageValues, type Variant } from './message-values.ts';
import { type FormParts, NameField, SaveForm } from './save-form.tsx';
import { AddVariant, VariantAround, VariantFields, VariantText } from './variant-fields.tsx';

/** A new text needs its words alone: its name is their beginning, its language that of the person. */
export function MessageForm({ message, head, foot, onClose }: FormParts & { message: Message | undefined }) {
  const { t } = useTranslation('library');
  const locale = useLocale();
  const [values, setValues] = useState<MessageValues>(() => (message ? valuesOf(message) : newMessage(locale)));
  const [checked, setChecked] = useState(false);
  const conflictTexts = useConflictTexts();
  const [first, ...others] = values.variants;
  const name = values.name.trim() || nameOf(first?.text ?? '');
  const isComplete = name !== '' && values.variants.every((variant) => variant.language !== '' && isHeard(variant));
  const check = (): boolean => {
    setChecked(true);
    return isComplete;
  };
  return (
    <FormDrawer
      title={message?.name ?? t('messages.new')}
      path={message && t('kind.messages')}
      param="open"
      onClose={onClose}
    >
      {({ onCancel, onDirty }) => {
        const change = (next: Partial<MessageValues>): void => {
          setValues((before) => ({ ...before, ...next }));
          onDirty(true);
        };
        const nameField = (
          <NameField
            value={values.name}
            checked={checked && name === ''}
            {...(!message && { hint: t('messages.name_hint') })}
            onChange={(next) => change({ name: next })}
          />
        );
        const add = () => change({ variants: [...values.variants, { language: '', text: '' }] });
        return (
          <>
            {head}
            <SaveForm
              kind="messages"
              item={message}
              body={{ ...values, name }}
              check={check}
              apply={change}
              {...conflictTexts}
              onSaved={onClose}
              onCancel={onCancel}
            >
              {message && nameField}
              {first && others.length === 0 ? (
                <VariantText values={values} checked={checked} onChange={change} />
              ) : (
                <VariantFields values={values} checked={checked} onChange={change} />
              )}
              <More what={t(message ? 'messages.more' : 'messages.more_new')} isOpen={checked && !isComplete}>
                {!message && nameField}
                {others.length === 0 && <VariantAround values={values} onChange={change} />}
                <AddVariant onAdd={add} />
                <Sound values={values} onChange={change} />
              </More>
            </SaveForm>
            {foot}
          </>
        );
      }}
    </FormDrawer>
  );
}

const NAME_LENGTH = 48;

/** The first words of a text. */
function nameOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= NAME_LENGTH) return line;
  return `${line.slice(0, NAME_LENGTH).replace(/\s\S*$/, '')}…`;
}

function Sound({ values, onChange }: { values: MessageValues; onChange: (next: Partial<MessageValues>) => void }) {
  const { t } = useTranslation('library');
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
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
