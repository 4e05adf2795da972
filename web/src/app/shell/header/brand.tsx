import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '../shell.module.css';

/** Mark and product title. */
export function Brand() {
  const { t } = useTranslation('common');
  return (
    <Link to="/home" className={classes.brand}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span>{t('product')}</span>
    </Link>
  );
}
