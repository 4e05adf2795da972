import { Trans, useTranslation } from 'react-i18next';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { Confirmation } from '../use-confirmation.ts';
import { CodeForm } from './code-form.tsx';

type Props = Confirmation & {
  /** The recipient of the code, as shown. */
  address: string;
};

/** The screen of both confirmations, with the way back to registration. */
export function CodeScreen({ address, ...confirmation }: Props) {
  const { contact } = confirmation;
  const { t } = useTranslation('confirm');
  const title = t(`${contact}.title`);
  return (
    <PublicPage
      tab={title}
      caption={title}
      lead={<Trans t={t} i18nKey={`${contact}.lead`} values={{ address }} components={{ b: <b /> }} />}
    >
      <CodeForm {...confirmation} />
      <TextLink to="/register" mt="sm" display="inline-block">
        {t('to_register')}
      </TextLink>
    </PublicPage>
  );
}
