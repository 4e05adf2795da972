export { deleteOldTokens, deleteTokens, deleteTokensOf } from './tokens.repository.ts';
export { countWrongCode, createToken, lockLiveToken, revokeToken, storeToken } from './tokens.service.ts';
