/** Names of searches that other searches recommend in their refusals; importing them would create cycles. */

export const SEARCHES_FOR_ALL = 'lattice or genetic'
export const SEARCH_FOR_PREFERENCES = 'pareto'
export const ITEM_SEARCHES_FOR_ALL = 'coat or pcta'
