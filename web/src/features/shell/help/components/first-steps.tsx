import { Anchor } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '../help-page.module.css';

const link = (to: string) => ({ a: <Anchor component={Link} to={to} inherit underline="always" /> });

/** In the order in which a new user takes them; some are for administrators only. */
export function FirstSteps({ administrator }: { administrator: boolean }) {
  const { t } = useTranslation('help');
  return (
    <ol className={classes.steps}>
      <li>
        <Trans t={t} i18nKey="steps.profile" components={link('/home')} />
      </li>
      <li>{t('steps.phone')}</li>
      <li>{t('steps.two_factor')}</li>
      {administrator ? (
        <>
          <li>
            <Trans t={t} i18nKey="steps.fleet" components={link('/devices')} />
          </li>
          <li>{t('steps.add')}</li>
          <li>
            <Trans t={t} i18nKey="steps.people" components={link('/admin')} />
          </li>
        </>
      ) : (
        <>
          <li>
            <Trans t={t} i18nKey="steps.register" components={link('/settings?tab=devices')} />
          </li>
          <li>{t('steps.own')}</li>
        </>
      )}
      <li>
        <Trans t={t} i18nKey="steps.tree" components={link('/navigation')} />
      </li>
      <li>
        <Trans t={t} i18nKey="steps.voices" components={link('/language')} />
      </li>
    </ol>
  );
}
