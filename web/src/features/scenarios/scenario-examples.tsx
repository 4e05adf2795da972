import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '../../lib/i18n.ts';
import { NEW_ACTIONS, NO_TARGETS, NOBODY, type ScenarioDraft } from './scenario-draft.ts';

/** What an example does at a place; without one the actions have no targets yet. */
export type ScenarioExample = (place: number | null) => ScenarioDraft;

const EXAMPLES = ['fire', 'closing', 'door'] as const;
type Example = (typeof EXAMPLES)[number];

const TEXTS = {
  en: {
    lead: 'Begin with an example, and change it:',
    language: 'en-US',
    fire: 'Fire drill',
    leave: 'This is a fire drill. Please leave the building now by the nearest exit.',
    drill: 'Fire drill at {place}',
    began: 'A fire drill began at {place} at {time}.',
    closing: 'Closing soon',
    soon: 'We close in fifteen minutes. Please come to the till.',
    close: 'We close in five minutes. Thank you for your visit.',
    door: 'Somebody at the door',
    waits: 'Somebody is waiting at the door.',
    at: 'At {place}, {time}',
  },
  de: {
    lead: 'Mit einem Beispiel beginnen und es ändern:',
    language: 'de-DE',
    fire: 'Feueralarmübung',
    leave: 'Dies ist eine Übung. Bitte verlassen Sie das Gebäude jetzt durch den nächsten Ausgang.',
    drill: 'Feueralarmübung in {place}',
    began: 'In {place} hat um {time} eine Feueralarmübung begonnen.',
    closing: 'Wir schließen bald',
    soon: 'Wir schließen in fünfzehn Minuten. Bitte kommen Sie zur Kasse.',
    close: 'Wir schließen in fünf Minuten. Vielen Dank für Ihren Besuch.',
    door: 'Jemand an der Tür',
    waits: 'Jemand wartet an der Tür.',
    at: 'In {place}, {time}',
  },
  ru: {
    lead: 'Начните с примера и измените его:',
    language: 'ru-RU',
    fire: 'Учебная тревога',
    leave: 'Это учебная тревога. Пожалуйста, покиньте здание через ближайший выход.',
    drill: 'Учебная тревога: {place}',
    began: 'Учебная тревога началась: {place}, {time}.',
    closing: 'Скоро закрытие',
    soon: 'Мы закрываемся через пятнадцать минут. Пожалуйста, пройдите к кассе.',
    close: 'Мы закрываемся через пять минут. Спасибо за посещение.',
    door: 'Кто-то у двери',
    waits: 'У двери кто-то ждёт.',
    at: '{place}, {time}',
  },
};
const CLOSES_AFTER_S = 600;
const SPEAKS_AFTER_S = 15;

function draftOf(example: Example, texts: (typeof TEXTS)['en'], place: number | null): ScenarioDraft {
  const nodes = place === null ? [] : [place];
  const targets = { ...NO_TARGETS, nodes };
  const recipients = { ...NOBODY, responsible: nodes };
  const say = (text: string): Extract<ScenarioAction, { kind: 'say' }> => ({
    ...NEW_ACTIONS.say,
    text,
    language: texts.language,
    targets,
  });
  const drafts: { [E in Example]: Pick<ScenarioDraft, 'icon' | 'colour' | 'actions'> } = {
    fire: {
      icon: 'fire',
      colour: 'red',
      actions: [
        { ...NEW_ACTIONS.chime, targets, every_s: 1, lasts_s: 10 },
        { ...say(texts.leave), after_s: SPEAKS_AFTER_S },
        { ...NEW_ACTIONS.mail, subject: texts.drill, text: texts.began, recipients },
      ],
    },
    closing: {
      icon: 'info',
      colour: 'blue',
      actions: [say(texts.soon), { ...say(texts.close), after_s: CLOSES_AFTER_S }],
    },
    door: {
      icon: 'door',
      colour: 'yellow',
      actions: [say(texts.waits), { ...NEW_ACTIONS.push, title: texts.door, text: texts.at, recipients }],
    },
  };
  return { name: texts[example], drill: false, two_people: false, ...drafts[example] };
}

/** Scenarios that most places can use, where there is none yet: a press opens one in the editor, unsaved. */
export function ScenarioExamples({ onChoose }: { onChoose: (example: ScenarioExample) => void }) {
  const texts = useTexts(TEXTS);
  return (
    <>
      <Text size="sm">{texts.lead}</Text>
      <Group gap="xs" justify="center">
        {EXAMPLES.map((example) => (
          <Button key={example} variant="default" onClick={() => onChoose((place) => draftOf(example, texts, place))}>
            {texts[example]}
          </Button>
        ))}
      </Group>
    </>
  );
}
