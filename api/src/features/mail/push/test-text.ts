import type { MailLanguage } from '../outbox/index.ts';
import type { PushText } from './push-message.ts';

const TEXTS: Record<MailLanguage, Pick<PushText, 'title' | 'body'>> = {
  en: { title: 'Belfry: test message', body: 'This browser gets messages about alarms.' },
  ru: { title: 'Belfry: проверка', body: 'Этот браузер получает сообщения о неисправностях.' },
};

export const testText = (lang: MailLanguage): PushText => ({
  kind: 'test',
  ...TEXTS[lang],
  url: '/settings',
  tag: 'belfry-test',
});
