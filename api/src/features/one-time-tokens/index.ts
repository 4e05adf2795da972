export { deleteOldTokens, deleteTokens, deleteTokensOf } from './tokens.repository.ts';
export { countWrongCode, createToken, dropToken, rememberToken, takeToken } from './tokens.service.ts';
