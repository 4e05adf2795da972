import { CloseButton, Combobox, Text, Textarea, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { formatLanguage } from '../../lib/format.ts';
import { useInsertAtCaret } from '../../lib/focus.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useListen } from './use-listen.tsx';
import { useGetPreparedTextQuery } from './what-api.ts';
import { WhatList, type Command } from './what-list.tsx';
import type { Sound, WhatValue } from './what-value.ts';
import classes from './what.module.css';

/** After so many ms without a key the server is asked. */
const SETTLE_MS = 200;
/** A longer text is a sentence, not the name of something. */
const NAME_MAX = 60;

const NO_COMMANDS: readonly Command[] = [];

type Props = {
  value: WhatValue;
  onChange: (value: WhatValue) => void;
  /** What “/” offers besides. */
  commands?: readonly Command[];
  /** Whether sounds are offered besides texts. */
  sounds?: boolean;
  /** At the end of the field. */
  children?: ReactNode;
};

/** One field for a sentence, the name of a prepared text or sound, “/” for other ways, and `{` for what each place fills in. */
export function What({ value, onChange, commands = NO_COMMANDS, sounds = true, children }: Props) {
  if (value.kind === 'message') return <TextCard id={value.id} onChange={onChange} />;
  if (value.kind === 'audio') return <SoundCard sound={value.sound} onChange={onChange} />;
  return (
    <Field text={value.text} onChange={onChange} commands={commands} sounds={sounds}>
      {children}
    </Field>
  );
}

type FieldProps = Required<Pick<Props, 'onChange' | 'commands' | 'sounds'>> & { text: string; children: ReactNode };

function Field({ text, onChange, commands, sounds, children }: FieldProps) {
  const { t } = useTranslation('what');
  const listId = useId();
  const [settled] = useDebouncedValue(text.trim(), SETTLE_MS);
  const [active, setActive] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => setActive(null) });
  const write = (next: string): void => onChange({ kind: 'text', text: next });
  const { field, insert } = useInsertAtCaret({ value: text, maxLength: SPOKEN_TEXT_MAX, onChange: write });
  const close = (): void => {
    combobox.closeDropdown();
    combobox.resetSelectedOption();
  };
  const move = (to: () => string | null): void => {
    combobox.openDropdown();
    setActive(to());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const isListed = combobox.dropdownOpened && document.getElementById(listId)?.querySelector('[role=option]') != null;
    if (event.key === 'Escape' && isListed) {
      event.stopPropagation();
      return close();
    }
    // In a text of several lines they move the caret.
    if (!isListed && text !== '') return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? combobox.selectNextOption : combobox.selectPreviousOption);
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && active !== null && isListed) {
      event.preventDefault();
      combobox.clickSelectedOption();
    }
  };
  return (
    <Combobox store={combobox} withinPortal={false} position="bottom-start">
      <div className={classes.line}>
        <Combobox.DropdownTarget>
          <Textarea
            ref={field}
            label={t('label')}
            aria-autocomplete="list"
            aria-controls={combobox.dropdownOpened ? listId : undefined}
            aria-activedescendant={active ?? undefined}
            placeholder={t('hint')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={SPOKEN_TEXT_MAX}
            value={text}
            className={classes.field ?? ''}
            onChange={({ currentTarget }) => {
              write(currentTarget.value);
              setActive(null);
              combobox.resetSelectedOption();
              combobox.openDropdown();
            }}
            onClick={() => combobox.openDropdown()}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
        </Combobox.DropdownTarget>
        {children}
      </div>
      <Combobox.Dropdown className={classes.dropdown ?? ''}>
        {combobox.dropdownOpened && (
          <WhatList
            id={listId}
            text={text}
            name={settled.length > NAME_MAX || settled.includes('\n') ? null : settled}
            commands={commands}
            sounds={sounds}
            onVariable={(variable) => {
              // What is typed of it is replaced.
              const begun = /\{\w*$/.exec(text)?.[0] ?? '';
              if (begun === '') insert(`{${variable}}`);
              else write(`${text.slice(0, -begun.length)}{${variable}}`);
              close();
            }}
            onChoose={(next) => {
              onChange(next);
              close();
            }}
            onCommand={({ run }) => {
              write('');
              close();
              run();
            }}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

type CardProps = { id: number; onChange: (value: WhatValue) => void };

function TextCard({ id, onChange }: CardProps) {
  const locale = useLocale();
  const { data, isError } = useGetPreparedTextQuery({ id });
  const { textButton } = useListen();
  const languages = data?.variants.map(({ language }) => formatLanguage(language, locale)) ?? [];
  return (
    <Card name={data?.name} isGone={isError} detail={languages.join(', ')} onChange={onChange}>
      {data && textButton(data)}
    </Card>
  );
}

type SoundCardProps = { sound: Sound; onChange: (value: WhatValue) => void };

function SoundCard({ sound, onChange }: SoundCardProps) {
  const { t } = useTranslation('what');
  const { soundButton } = useListen();
  return (
    <Card
      name={sound.name}
      isGone={false}
      detail={t('seconds', { count: Math.round(sound.duration_ms / 1_000) })}
      onChange={onChange}
    >
      {soundButton(sound)}
    </Card>
  );
}

type CardFrameProps = {
  /** undefined while it is loaded */
  name: string | undefined;
  isGone: boolean;
  detail: string;
  onChange: (value: WhatValue) => void;
  children: ReactNode;
};

/** What is chosen from the library, as an object with its button, and the way back to the field. */
function Card({ name, isGone, detail, onChange, children }: CardFrameProps) {
  const { t } = useTranslation('what');
  const title = isGone ? t('gone') : (name ?? '…');
  return (
    <div>
      <Text size="sm">{t('label')}</Text>
      <section className={classes.card} aria-label={t('chosen', { name: title })}>
        {children}
        <div className={classes.name}>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        </div>
        <CloseButton aria-label={t('other')} onClick={() => onChange({ kind: 'text', text: '' })} />
      </section>
    </div>
  );
}
