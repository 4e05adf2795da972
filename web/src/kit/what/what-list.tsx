import { Combobox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useRecentTexts } from './recent-texts.ts';
import { useListen } from './use-listen.tsx';
import { useGetPreparedSoundsQuery, usePreparedTexts } from './what-api.ts';
import { secondsOf, type WhatValue } from './what-value.ts';
import classes from './what.module.css';

/** Another way to say it, which “/” offers. */
export type Command = { name: 'chime' | 'record' | 'talk' | 'file'; run: () => void };

const VARIABLES = ['place', 'time', 'date'] as const;
type Variable = (typeof VARIABLES)[number];

type Props = {
  id: string;
  /** What is typed, and with what prepared texts and sounds are looked up by name; null: it is a sentence. */
  text: string;
  name: string | null;
  commands: readonly Command[];
  sounds: boolean;
  onVariable: (variable: Variable) => void;
  onChoose: (value: WhatValue) => void;
  onCommand: (command: Command) => void;
};

/** What fits to what is typed: commands after “/”, variables after `{`, else prepared texts and sounds, and at first what was said last. */
export function WhatList({ id, text, name, commands, sounds, onVariable, onChoose, onCommand }: Props) {
  const { t } = useTranslation('what');
  const command = /^\/(\w*)$/.exec(text)?.[1];
  const variable = /\{(\w*)$/.exec(text)?.[1];
  const begins = (label: string, typed: string): boolean => label.toLowerCase().startsWith(typed.toLowerCase());
  return (
    <Combobox.Options id={id} className={classes.options ?? ''} aria-label={t('list')}>
      {command !== undefined &&
        commands
          .filter((each) => begins(t(`command.${each.name}`), command))
          .map((each) => (
            <Row key={each.name} value={each.name} label={t(`command.${each.name}`)} onPress={() => onCommand(each)} />
          ))}
      {variable !== undefined &&
        VARIABLES.filter((each) => begins(each, variable)).map((each) => (
          <Row
            key={each}
            value={each}
            label={t(`variable.${each}`)}
            detail={`{${each}}`}
            onPress={() => onVariable(each)}
          />
        ))}
      {command === undefined && variable === undefined && name !== null && (
        <Named name={name} sounds={sounds} onChoose={onChoose} />
      )}
    </Combobox.Options>
  );
}

type NamedProps = Pick<Props, 'sounds' | 'onChoose'> & { name: string };

/** Prepared texts and sounds of a name; without one what was said last, and texts alone, since most sounds are music. */
function Named({ name, sounds: offered, onChoose }: NamedProps) {
  const { t } = useTranslation('what');
  const { recent } = useRecentTexts();
  const { texts = [] } = usePreparedTexts(name);
  const { data: sounds = [] } = useGetPreparedSoundsQuery(name, { skip: name === '' || !offered });
  const { textButton, soundButton } = useListen();
  const length = (seconds: number | null): string => (seconds === null ? '' : t('seconds', { count: seconds }));
  return (
    <>
      {name === '' &&
        recent.map((text) => (
          <Row
            key={text}
            value={text}
            label={text}
            detail={t('recent')}
            onPress={() => onChoose({ kind: 'text', text })}
          />
        ))}
      {texts.map((message) => (
        <Row
          key={message.id}
          value={`message:${message.id}`}
          label={message.name}
          detail={length(secondsOf(message))}
          onPress={() => onChoose({ kind: 'message', id: message.id })}
        >
          {textButton(message)}
        </Row>
      ))}
      {sounds.map((sound) => (
        <Row
          key={sound.id}
          value={`audio:${sound.id}`}
          label={sound.name}
          detail={length(Math.round(sound.duration_ms / 1_000))}
          onPress={() => onChoose({ kind: 'audio', sound })}
        >
          {soundButton(sound)}
        </Row>
      ))}
    </>
  );
}

type RowProps = { value: string; label: string; detail?: string; onPress: () => void; children?: ReactNode };

/** The button that plays it stands beside the option, which has no buttons of its own. */
const Row = ({ value, label, detail = '', onPress, children }: RowProps) => (
  <div className={classes.row} role="presentation">
    <Combobox.Option
      value={value}
      className={classes.option ?? ''}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <span className={classes.name}>{label}</span>
      <span className={`tabular ${classes.length}`}>{detail}</span>
    </Combobox.Option>
    {children !== undefined && (
      <span role="presentation" onMouseDown={(event) => event.preventDefault()}>
        {children}
      </span>
    )}
  </div>
);
