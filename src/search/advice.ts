/** Names of searches that other searches recommend in their refusals. A test checks that they exist: importing them would make cycles. */

/** Take every goal and every requirement. */
export const SEARCHES_FOR_ALL = 'lattice or genetic'
/** Weighs loss against a preference. */
export const SEARCH_FOR_PREFERENCES = 'pareto'
/** Take every requirement on items and utility constraints. */
export const ITEM_SEARCHES_FOR_ALL = 'coat or pcta'
